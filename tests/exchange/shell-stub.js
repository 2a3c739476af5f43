// SPDX-License-Identifier: Apache-2.0
// Runs a script for the MongoDB Shell without a server and prints, a line each, the documents that
// it would insert by insertMany(), and the commands of other calls, as canonical Extended JSON: with
// the types that the shell would send.
//
//     node shell-stub.js SCRIPT [RESULTS]
//
// RESULTS is a JSON file: for each call, the documents that a find gives.

'use strict';

const fs = require('fs');
const vm = require('vm');

class Typed {
  constructor(json) { this.json = json; }
}
const typed = (name, convert = String) => (value) => new Typed({ [name]: convert(value) });
const digits = (value) => {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (Object.is(value, -0)) return '-0.0';
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? value.toFixed(1) : String(value);
};

function convert(value) {
  if (value instanceof Typed) return value.json;
  if (value === undefined) return { $undefined: true };
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') {
    // What the driver does with numbers.
    const isInt = Number.isInteger(value) && !Object.is(value, -0) &&
      value >= -2147483648 && value <= 2147483647;
    return isInt ? { $numberInt: String(value) } : { $numberDouble: digits(value) };
  }
  // What an optional field of a result does not have is in no list of a query; in documents undefined is
  // a value.
  if (Array.isArray(value)) {
    return value.filter((one) => one !== undefined || !process.argv[3]).map(convert);
  }
  if (Object.prototype.toString.call(value) === '[object Date]') {
    return { $date: { $numberLong: String(value.getTime()) } };
  }
  const object = Object.create(null);
  for (const key of Object.keys(value)) object[key] = convert(value[key]);
  return object;
}

// Documents of results as a script sees them: typed values stay what they are.
function revive(json) {
  if (Array.isArray(json)) return json.map(revive);
  if (json === null || typeof json !== 'object') return json;
  const keys = Object.keys(json);
  if (keys.length > 0 && keys[0].startsWith('$')) return new Typed(json);
  const object = {};
  for (const key of keys) object[key] = revive(json[key]);
  return object;
}

const results = process.argv[3] ? revive(JSON.parse(fs.readFileSync(process.argv[3], 'utf8'))) : [];
const sent = [];
const send = (command) => {
  sent.push(command);
  return results[sent.length - 1] ?? [];
};
const set = (command, options) => {
  for (const key of Object.keys(options ?? {})) command[key] = options[key];
  return command;
};

function find(name, filter = {}, projection = undefined) {
  const command = { find: name, filter };
  if (projection !== undefined) command.projection = projection;
  const documents = send(command);
  const cursor = {
    toArray: () => documents,
    next: () => documents[0],
    readConcern: (level) => { command.readConcern = { level }; return cursor; },
    readPref: () => cursor,
  };
  for (const member of ['sort', 'skip', 'limit', 'collation']) {
    cursor[member] = (value) => { command[member] = value; return cursor; };
  }
  return cursor;
}

const write = (command, list, document, options = {}) => {
  const { writeConcern, ...rest } = options;
  send(set({ ...command, [list]: [set(document, rest)] }, writeConcern && { writeConcern }));
};

const calls = [];
let created = [];
const collection = (name) => ({
  find: (filter, projection) => find(name, filter, projection),
  findOne: (filter, projection) => find(name, filter, projection).limit(1).next(),
  aggregate: (pipeline, options) => {
    send(set({ aggregate: name, pipeline, cursor: {} }, options));
    return { readPref: () => {} };
  },
  insertOne: (document, options) => send(set({ insert: name, documents: [document] }, options)),
  updateOne: (q, u, options) =>
    write({ update: name }, 'updates', { q, u, multi: false, upsert: false }, options),
  updateMany: (q, u, options) =>
    write({ update: name }, 'updates', { q, u, multi: true, upsert: false }, options),
  deleteOne: (q, options) => write({ delete: name }, 'deletes', { q, limit: 1 }, options),
  deleteMany: (q, options) => write({ delete: name }, 'deletes', { q, limit: 0 }, options),
  createIndex: (keys, options) => calls.push(['createIndex', name, keys, options]),
  insertMany: (documents) => {
    for (const document of documents) process.stdout.write(JSON.stringify(convert(document)) + '\n');
  },
  drop: () => calls.push(['drop', name]),
  getIndexes: () => [],
  countDocuments: () => 0,
});
const session = {
  withTransaction: (run) => run(),
  getDatabase: () => db,
  endSession: () => {},
};
const db = {
  getMongo: () => ({ startSession: () => session }),
  getSiblingDB: () => db,
  getName: () => 'test',
  getCollection: collection,
  getCollectionInfos: () => created.map((name) => ({ name, type: 'collection', options: {} })),
  createCollection: (name, options) => { created = [name]; calls.push(['create', name, options]); },
  runCommand: (command) => calls.push(['command', command]),
  hello: () => ({ msg: 'isdbgrid' }),
};
const Binary = {
  createFromBase64: (base64, subtype) =>
    new Typed({ $binary: { base64, subType: subtype.toString(16).padStart(2, '0') } }),
};

vm.runInNewContext(fs.readFileSync(process.argv[2], 'utf8'), {
  db,
  Binary,
  sh: { enableSharding: () => {}, shardCollection: () => {} },
  ObjectId: typed('$oid'),
  Long: typed('$numberLong'),
  Decimal128: typed('$numberDecimal'),
  Double: typed('$numberDouble', digits),
  ISODate: (text) => new Typed({ $date: { $numberLong: String(Date.parse(text)) } }),
  Timestamp: typed('$timestamp', (value) => ({ t: value.t, i: value.i })),
  UUID: (text) => new Typed({ $binary: {
    base64: Buffer.from(text.replace(/-/g, ''), 'hex').toString('base64'), subType: '04' } }),
  BSONRegExp: (pattern, options) => new Typed({ $regularExpression: { pattern, options } }),
  BSONSymbol: typed('$symbol'),
  Code: (code, scope) =>
    new Typed(scope === undefined ? { $code: code } : { $code: code, $scope: convert(scope) }),
  MinKey: () => new Typed({ $minKey: 1 }),
  MaxKey: () => new Typed({ $maxKey: 1 }),
  print: () => {},
  EJSON: { stringify: (value) => JSON.stringify(convert(value)), parse: (text) => ({ value: new Typed(JSON.parse(text).value) }) },
});
for (const command of sent) process.stdout.write(JSON.stringify(convert(command)) + '\n');
