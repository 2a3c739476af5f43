// what mongosh prints
[
  {
    _id: ObjectId('0123456789abcdef01234567'),
    'at': ISODate("2020-01-01T00:00:00.000Z"), /* and more */
    n: [NumberLong(5), NumberInt("6"), Decimal128('1.5'), Long('7'), new Date(8), Double(9)],
    b: BinData(0, "AQID"), u: UUID("00112233-4455-6677-8899-aabbccddeeff"), h: HexData(5, '0102'),
    c: Binary.createFromBase64('AQID', 4), d: Binary(Buffer.from("010203", "hex"), 2), m: MD5('0102'),
    t: Timestamp({ t: 1, i: 2 }), s: Timestamp(1, 2), r: /a\/[/"]+\d/i, x: RegExp('x', 'm'),
    k: [MinKey, MaxKey(), undefined, NaN], f: Code('f()', { x: 1 }), j: JUUID("00112233-4455-6677-8899-aabbccddeeff"),
    ref: DBRef('people', ObjectId('0123456789abcdef01234567'), 'db'), "q": '\x41\'', p: DBPointer('a.b', ObjectId('0123456789abcdef01234567')),
  },
];
