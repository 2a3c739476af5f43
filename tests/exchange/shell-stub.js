// SPDX-License-Identifier: Apache-2.0
// Runs a script for the MongoDB Shell without a server and prints, a line each, the documents that
// it would insert, as canonical Extended JSON: with the types that the shell would send.
//
//     node shell-stub.js SCRIPT

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
  if (Array.isArray(value)) return value.map(convert);
  if (Object.prototype.toString.call(value) === '[object Date]') {
    return { $date: { $numberLong: String(value.getTime()) } };
  }
  const object = Object.create(null);
  for (const key of Object.keys(value)) object[key] = convert(value[key]);
  return object;
}

const calls = [];
const collection = (name) => ({
  createIndex: (keys, options) => calls.push(['createIndex', name, keys, options]),
  insertMany: (documents) => {
    for (const document of documents) process.stdout.write(JSON.stringify(convert(document)) + '\n');
  },
  drop: () => calls.push(['drop', name]),
});
const db = {
  getSiblingDB: () => db,
  getName: () => 'test',
  getCollection: collection,
  createCollection: (name, options) => calls.push(['create', name, options]),
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
  EJSON: { parse: (text) => ({ value: new Typed(JSON.parse(text).value) }) },
});
