db.orders.aggregate([ { $indexStats: {} } ])
[ { name: 'status_1', key: { status: 1 }, accesses: { ops: Long('0'), since: ISODate('2026-05-01T10:00:00.000Z') } } ]
