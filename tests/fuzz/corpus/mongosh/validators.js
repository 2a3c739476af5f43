db = db.getSiblingDB ('shop');
const address = { bsonType: 'object', required: ['city'],
  properties: { city: { bsonType: 'string' } } };
db.createCollection ('users', {
  validator: { $jsonSchema: { bsonType: 'object', required: ['name'], title: 'People',
    properties: { _id: { bsonType: 'objectId' }, name: { bsonType: 'string', maxLength: 9 },
      age: { bsonType: 'int', minimum: 0 }, address } } },
  validationLevel: 'moderate', validationAction: 'warn' });
db.createCollection ('visits', { timeseries: { timeField: 'at', metaField: 'page',
  granularity: 'minutes' }, expireAfterSeconds: 3600 * 24 });
db.createCollection ('log', { capped: true, size: 1024 * 1024, max: 50,
  collation: { locale: 'de' } });
db.createCollection ('old', { validator: { mail: { $type: 'string', $exists: true },
  kind: { $in: ['a', 'b'] }, $expr: { $gt: ['$a', '$b'] } } });
db.log.insertOne ({ line: 'a' });
db.runCommand ({ collMod: 'log', validator: { $jsonSchema: { bsonType: 'object',
  properties: { line: { bsonType: ['string', 'null'] } } } } });
db.createView ('adults', 'users', [{ $match: { age: { $gte: 18 } } }]);
