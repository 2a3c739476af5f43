// SPDX-License-Identifier: Apache-2.0
// Hands exports to the programs for Node.js that they are for: node check-exports.mjs JOBS RESULTS, where JOBS is the
// array of jobs that test-real-tools writes. A line of RESULTS is the number of a job and, if it failed, why.

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { JSDOM } from 'jsdom';

const [jobsFile, resultsFile] = process.argv.slice(2);
const read = (file) => fs.readFileSync(file, 'utf8');
const once = (make) => {
  let made;
  return () => (made ??= make());
};

function expect (holds, message) {
  if (!holds)
    throw new Error(message);
}

const bson = once(async () => (await import('mongodb')).BSON);

// --- JSON Schema ---

const { default: Ajv2020 } = await import('ajv/dist/2020.js');
const { default: Ajv7 } = await import('ajv');
const { default: Ajv4 } = await import('ajv-draft-04');
const { default: addFormats } = await import('ajv-formats');

function makeAjv (schema) {
  const uri = String(schema.$schema);
  const options = { strict: true, allowUnionTypes: true, strictRequired: false, allErrors: false };
  const ajv = uri.includes('2020-12') ? new Ajv2020(options) : uri.includes('draft-07') ? new Ajv7(options) : new Ajv4(options);
  addFormats(ajv);
  return ajv;
}

// Each document of the samples passes the schema of its collection.
function checkJsonSchema (job) {
  const ajv = {};
  for (const file of job.files) {
    const schema = JSON.parse(read(file));
    const validate = makeAjv(schema).compile(schema);
    const samples = path.join(job.samples ?? '', path.basename(file).replace(/\.[a-z-]*\.?json$/, '') + '.ndjson');
    if (job.samples === undefined || !fs.existsSync(samples))
      continue;
    for (const line of read(samples).split('\n').filter((l) => l !== ''))
      if (!validate(JSON.parse(line)))
        throw new Error(`${path.basename(file)}: ${describe(validate.errors[0])} in ${line.slice(0, 300)}`);
  }
}

function describe (error) {
  return `${error.instancePath} ${error.message}`;
}

// --- Validators: what of $jsonSchema JSON Schema has as well, with bsonType added. ---

const BSON_TYPES = {
  Double: 'double', Binary: 'binData', ObjectId: 'objectId', BSONRegExp: 'regex', Code: 'javascript', Int32: 'int',
  Timestamp: 'timestamp', Long: 'long', Decimal128: 'decimal', MinKey: 'minKey', MaxKey: 'maxKey', BSONSymbol: 'symbol',
  DBRef: 'object',
};

function bsonType (value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'function') return value.type;
  return typeof value;
}

// The library takes for objects what is an object in JavaScript: values of BSON must not be.
function hideValues (value) {
  if (value === null || typeof value !== 'object')
    return value;
  if (Array.isArray(value))
    return value.map(hideValues);
  const type = value instanceof Date ? 'date' : value instanceof RegExp ? 'regex' :
    value._bsontype === 'Code' && value.scope ? 'javascriptWithScope' : BSON_TYPES[value._bsontype];
  if (type === undefined)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hideValues(inner)]));
  return type === 'object' ? {} : Object.assign(() => undefined, { type });
}

// A server reads patterns of PCRE: those that JavaScript cannot read are not looked at.
function makePattern (pattern, flags) {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return /(?:)/u;
  }
}
makePattern.code = 'makePattern';

async function checkValidator (job) {
  const { EJSON } = await bson();
  for (const file of job.files) {
    // Bounds may be of any numeric type, which the library takes as numbers only.
    const command = JSON.parse(read(file), (key, value) => value?.$numberDecimal !== undefined ? Number(value.$numberDecimal) : value);
    const schema = command.$jsonSchema ?? command.validator?.$jsonSchema;
    expect(schema !== undefined, `${path.basename(file)} has no $jsonSchema`);
    const ajv = new Ajv4({ strict: true, strictTypes: false, strictRequired: false, code: { regExp: makePattern } });
    ajv.addKeyword({
      keyword: 'bsonType', schemaType: ['string', 'array'],
      compile: (types) => (value) => [types].flat().some((type) => type === bsonType(value) ||
        (type === 'number' && ['int', 'long', 'double', 'decimal'].includes(bsonType(value)))),
    });
    const validate = ajv.compile(schema);
    const samples = path.join(job.samples ?? '', path.basename(file).replace(/\.[a-z-]*\.?json$/, '') + '.ndjson');
    if (job.samples === undefined || !fs.existsSync(samples))
      continue;
    // Deprecated types and values in place of others are a matter of the driver.
    for (const line of read(samples).split('\n').filter((l) => l !== '')) {
      if (/\$undefined|\$dbPointer|\$ref/.test(line))
        continue;
      // Values of enumerations are not compared but by those that have no type of their own.
      if (!validate(hideValues(EJSON.parse(line, { relaxed: false }))) && validate.errors[0].keyword !== 'enum')
        throw new Error(`${path.basename(file)}: ${describe(validate.errors[0])} in ${line.slice(0, 300)}`);
    }
  }
}

async function checkSamples (job) {
  const { EJSON, serialize } = await bson();
  let n = 0;
  for (const file of job.files)
    for (const line of read(file).split('\n').filter((l) => l !== '')) {
      serialize(EJSON.parse(line, { relaxed: false }));
      n++;
    }
  expect(n > 0, 'no document');
}

// --- Programs ---

function checkScript (job) {
  for (const file of job.files)
    new vm.Script(read(file), { filename: path.basename(file) });
}

async function checkMongoose (job) {
  const { default: mongoose } = await import('mongoose');
  const warnings = [];
  const listen = (warning) => warnings.push(String(warning.message ?? warning));
  process.on('warning', listen);
  try {
    for (const file of job.files) {
      const module = await import(pathToFileURL(file).href);
      const models = Object.values(module).filter((value) => value?.prototype instanceof mongoose.Model);
      expect(models.length > 0, 'no model');
      for (const Model of models)
        await mongoose.Document.prototype.validate.call(new Model({})).catch((error) => expect(error instanceof mongoose.Error, error));
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings.length === 0, warnings[0]);
  } finally {
    process.off('warning', listen);
    mongoose.deleteModel(/.*/s);
  }
}

// What TypeScript adds is left off, and samples are read as the driver gives them.
async function checkZod (job) {
  const { EJSON, serialize, deserialize } = await bson();
  for (const file of job.files) {
    const script = file.replace(/\.ts$/, '.zod.mjs');
    fs.writeFileSync(script, read(file).replace(/^export type .*$/gm, '').replaceAll('(): z.ZodType =>', '() =>'));
    const { collections } = await import(pathToFileURL(script).href);
    fs.unlinkSync(script);
    expect(Object.keys(collections).length > 0, 'no collection');
    for (const [name, schema] of Object.entries(collections)) {
      expect(!schema.safeParse(1).success, `${name} takes a number for a document`);
      const samples = path.join(job.samples, name + '.ndjson');
      for (const line of fs.existsSync(samples) ? read(samples).split('\n').filter((l) => l !== '') : []) {
        if (/\$undefined|\$dbPointer|\$symbol/.test(line))
          continue;
        const { error } = schema.safeParse(deserialize(serialize(EJSON.parse(line, { relaxed: false }))));
        if (error !== undefined)
          throw new Error(`${name}: ${JSON.stringify(error.issues[0]).slice(0, 300)} in ${line.slice(0, 200)}`);
      }
    }
  }
}

// --- Diagrams and pages ---

const getMermaid = once(async () => {
  const { window } = new JSDOM('');
  globalThis.window ??= window;
  globalThis.document ??= window.document;
  return (await import('mermaid')).default;
});

async function checkMermaid (job) {
  const mermaid = await getMermaid();
  for (const file of job.files)
    await mermaid.parse(read(file));
}

async function checkDbml (job) {
  const { Parser } = await import('@dbml/core');
  for (const file of job.files)
    try {
      const [schema] = new Parser().parse(read(file), 'dbmlv2').schemas;
      expect(schema.tables.length > 0, 'no table');
    } catch (error) {
      const diagnosis = error.diags?.[0];
      const { line, column } = diagnosis?.location?.start ?? {};
      throw diagnosis ? new Error(`${line}:${column}: ${diagnosis.message}`) : error;
    }
}

const getGraphviz = once(async () => (await import('@hpcc-js/wasm-graphviz')).Graphviz.load());

async function checkDot (job) {
  const graphviz = await getGraphviz();
  for (const file of job.files)
    expect(graphviz.layout(read(file), 'canon', 'dot').includes('label'), 'no label');
}

// Read by the library that has grown from the one of draw.io: each cell is there, in its parent, and each line has two ends.
const getMaxGraph = once(async () => {
  const { window } = new JSDOM('');
  globalThis.window = window;
  // Node.js has some of them itself, and keeps them.
  for (const name of ['document', 'navigator', 'Element', 'Node', 'XMLSerializer', 'DOMParser', 'HTMLElement', 'SVGElement'])
    globalThis[name] ??= window[name];
  return import('@maxgraph/core');
});

async function checkDrawio (job) {
  const { ModelXmlSerializer, GraphDataModel } = await getMaxGraph();
  for (const file of job.files) {
    const document = new window.DOMParser().parseFromString(read(file), 'text/xml');
    const root = document.querySelector('mxfile > diagram > mxGraphModel');
    const model = new GraphDataModel();
    new ModelXmlSerializer(model).import(new window.XMLSerializer().serializeToString(root));
    const cells = [...root.querySelectorAll('mxCell')];
    const ids = new Set(cells.map((cell) => cell.getAttribute('id')));
    expect(ids.size === cells.length, 'an id twice');
    for (const cell of cells) {
      const [id, parent] = [cell.getAttribute('id'), cell.getAttribute('parent')];
      expect(id === '0' || ids.has(parent), `${id} has no parent`);
      expect(model.getCell(id) !== undefined && model.getCell(id) !== null, `${id} was not read`);
      if (cell.getAttribute('edge') === '1')
        expect(ids.has(cell.getAttribute('source')) && ids.has(cell.getAttribute('target')), `${id} has an end too few`);
    }
  }
}

// Valid, and laid out as `prisma format` does.
async function checkPrisma (job) {
  const { default: prisma } = await import('@prisma/prisma-schema-wasm');
  for (const file of job.files) {
    const files = [['schema.prisma', read(file)]];
    try {
      prisma.validate(JSON.stringify({ prismaSchema: files, noColor: true }));
    } catch (error) {
      let { message } = error;
      try {
        ({ message } = JSON.parse(message));
      } catch {}
      throw new Error(message);
    }
    const options = { textDocument: { uri: 'file:/schema.prisma' }, options: { tabSize: 2, insertSpaces: true } };
    const [[, formatted]] = JSON.parse(prisma.format(JSON.stringify(files), JSON.stringify(options)));
    const [ours, theirs] = [files[0][1].split('\n'), formatted.split('\n')];
    const line = ours.findIndex((each, i) => each !== theirs[i]);
    expect(formatted === files[0][1], `line ${line + 1}: ${ours[line]} instead of ${theirs[line]}`);
  }
}

const getHtmlValidate = once(async () => {
  const { HtmlValidate, StaticConfigLoader } = await import('html-validate');
  return new HtmlValidate(new StaticConfigLoader({
    extends: ['html-validate:standard'],
    rules: { 'long-title': 'off', 'no-inline-style': 'off', 'no-trailing-whitespace': 'off' },
  }));
});

async function checkHtml (job) {
  const validator = await getHtmlValidate();
  for (const file of job.files) {
    const report = await validator.validateString(read(file), file);
    const message = report.results[0]?.messages[0];
    expect(report.valid, message && `${message.line}:${message.column}: ${message.message} (${message.ruleId})`);
  }
}

// Rows of a table have the cells of its head, and nothing of the model is markup.
const getMarkdown = once(async () => new (await import('markdown-it')).default({ html: true }));

async function checkMarkdown (job) {
  const markdown = await getMarkdown();
  for (const file of job.files) {
    const text = read(file);
    const tokens = markdown.parse(text, {});
    const raw = tokens.concat(...tokens.map((token) => token.children ?? []))
      .find((token) => token.type.startsWith('html') && !/^<(br|a id="[^"]*"|\/a)\s*\/?>/.test(token.content) &&
                       !token.content.startsWith('<!--'));
    expect(raw === undefined, `markup: ${raw?.content.slice(0, 200)}`);
    let cells = 0;
    for (const line of text.split('\n')) {
      const n = line.startsWith('|') ? line.replace(/\\\\/g, '').replace(/\\\|/g, '').split('|').length : 0;
      expect(n === 0 || cells === 0 || n === cells, `cells: ${line.slice(0, 200)}`);
      cells = n;
    }
  }
}

const CHECKS = {
  'json-schema': checkJsonSchema,
  validator: checkValidator,
  samples: checkSamples,
  script: checkScript,
  mongoose: checkMongoose,
  zod: checkZod,
  mermaid: checkMermaid,
  dbml: checkDbml,
  drawio: checkDrawio,
  dot: checkDot,
  prisma: checkPrisma,
  html: checkHtml,
  markdown: checkMarkdown,
};

const results = fs.openSync(resultsFile, 'w');
const jobs = JSON.parse(read(jobsFile));
for (let i = 0; i < jobs.length; i++) {
  if (CHECKS[jobs[i].tool] === undefined)
    continue;
  const result = { job: i };
  try {
    await CHECKS[jobs[i].tool](jobs[i]);
  } catch (error) {
    result.fault = String(error?.message ?? error).slice(0, 1000);
  }
  fs.writeSync(results, JSON.stringify(result) + '\n');
}
process.exit(0);
