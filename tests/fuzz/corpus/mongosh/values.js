use shop
db.all.insert ({ _id: UUID (), i: 2.0, d: 1.5, big: 3000000000, l: NumberLong ('5'),
  dec: Decimal128.fromString ('1.5'), at: ISODate ('2020-01-01T00:00:00Z'), re: /a/gi,
  bin: BinData (0, 'YQ=='), ts: Timestamp (1, 2), no: null, yes: true, min: MinKey,
  neg: -5, sum: 2 + 3, day: new Date ().toISOString (), rnd: Math.random (),
  obj: Object.assign ({}, { a: 1 }), list: [ObjectId (), ObjectId ()] });
db.all.insert (load ('more.json'));
