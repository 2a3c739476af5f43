const a = NumberInt (b);
const b = NumberInt (a);
db.createCollection ('u', { expireAfterSeconds: a });
db.u.createIndex ({ x: 1 }, { expireAfterSeconds: 60 + 2 * b, name: 'x_' + a, ...c });
