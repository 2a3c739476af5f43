// SPDX-License-Identifier: Apache-2.0
// Collections for a migration script without a server: each is a text that says what is in it, so
// that it shows what became of it. Those of another database have its name before theirs. Prepended to a test, which has the script as `script`.
'use strict';
const assert = require('assert');

const collections = new Map();
const states = new Map();
const PROGRESS = 'squill_migration';
let renamesLeft = Infinity;

function findState(query) {
  for (const [id, state] of states) {
    if (query.script ? state.script && state.removed === false && id !== query._id.$ne : id === query._id) {
      return state;
    }
  }
  return null;
}

const noDocuments = {
  sort() { return this; }, skip() { return this; }, limit() { return this; }, toArray() { return []; },
};

function getCollection(name) {
  return {
    renameCollection(to) {
      if (renamesLeft-- <= 0) throw new Error('stopped');
      const renamed = name.includes('/') ? `${name.split('/')[0]}/${to}` : to;
      assert(!collections.has(renamed));
      collections.set(renamed, collections.get(name));
      collections.delete(name);
    },
    drop() {
      if (name === PROGRESS) states.clear();
      return collections.delete(name);
    },
    findOne(query) { return name === PROGRESS ? findState(query) : null; },
    updateOne(query, update) {
      states.set(query._id, Object.assign(states.get(query._id) || {}, update.$set));
    },
    deleteMany(query) {
      for (const id of [...states.keys()]) {
        if (query._id.$regex ? new RegExp(query._id.$regex).test(id) : id !== query._id.$ne) states.delete(id);
      }
    },
    createIndex() { if (!collections.has(name)) collections.set(name, ''); },
    getIndexes() { return []; },
    dropIndex() {},
    find() { return noDocuments; },
    aggregate(pipeline) {
      const merge = pipeline.find((stage) => stage.$merge);
      if (merge) {
        const place = merge.$merge.into;
        const into = place.db === 'test' ? place.coll : `${place.db}/${place.coll}`;
        collections.set(into, (collections.get(into) || '') + 'made of ' + collections.get(name));
      }
      return noDocuments;
    },
  };
}

function makeDatabase(database) {
  const place = (name) => database === 'test' ? name : `${database}/${name}`;
  return {
    getCollection(name) { return getCollection(place(name)); },
    getCollectionInfos(query) {
      return collections.has(place(query.name)) ? [{ name: query.name, options: {} }] : [];
    },
    createCollection(name) { collections.set(place(name), ''); return { ok: 1 }; },
    runCommand() { return { ok: 1 }; },
    getSiblingDB: makeDatabase,
    getName() { return database; },
  };
}

const db = makeDatabase('test');

// Runs the script with these constants set.
function run(...constants) {
  let text = script.replace(/^use\(.*$/gm, '');
  for (const name of constants) {
    assert(text.includes(`const ${name} = false;`));
    text = text.replace(`const ${name} = false;`, `const ${name} = true;`);
  }
  new Function('db', 'print', 'EJSON', text)(db, () => {}, JSON);
}

function is(expected) {
  const found = Object.fromEntries([...collections].filter(([name]) => !name.startsWith(PROGRESS)));
  assert.deepStrictEqual(found, expected);
}

function fill(content) {
  for (const name in content) collections.set(name, content[name]);
}
