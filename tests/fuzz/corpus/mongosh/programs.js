const { MongoClient } = require ('mongodb');
async function make (database, name, indexes) {
  const made = await database.createCollection (name);
  for (const [keys, options] of indexes) await made.createIndex (keys, options);
}
function unused (name) { db.getCollection (name).createIndex ({ a: 1 }); }
module.exports = {
  async up (db, client) {
    await make (db, 'users', [[{ email: 1 }, { unique: true }], [{ at: 1 }]]);
    const orders = db.collection<Order> ('orders');
    await orders.createIndex ('user');
    await orders.createIndex ([['a', 1], ['b', -1]]);
    for (const name of ['x', 'y'])
      await db.collection (`log_${name}`).insertOne ({ at: new Date (), name,
        by: someone (), id: result.insertedId });
    const rows = [];
    rows.push ({ n: 1 });
    await db.collection ('rows').insertMany (rows);
    await db.collection ('settings').updateOne ({ _id: 'main' },
      { $setOnInsert: { theme: 'dark' } }, { upsert: true });
    await db.collection ('users').updateMany ({}, { $set: { a: 1 } });
    try { await db.createCollection ('kept'); }
    catch (error) { await db.createCollection ('not this'); }
  },
  async down (db) {
    await db.collection ('users').drop ();
    await db.createCollection ('before');
  }
};
