db.orders.find({ status: 'x' }).explain('executionStats')
{ queryPlanner: { namespace: 'shop.orders', parsedQuery: { status: { $eq: 'x' } } }, executionStats: { nReturned: 20, executionTimeMillis: 35, totalKeysExamined: 400, totalDocsExamined: 380, executionStages: [Object] }, command: { find: 'orders', filter: { status: 'x' }, '$db': 'shop' } }
