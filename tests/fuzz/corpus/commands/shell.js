const order = await db.orders.findOne({ status: /open/i, "lines.sku": { $in: ["a", 'b'] } }, { status: 1 });
db.getCollection("orders").find({ customer: order.customer }).sort({ status: -1 }).skip(20).limit(10);
db.orders.updateMany({ $or: [ { status: id }, { lines: { $elemMatch: { sku: `x` } } } ] }, { $set: { "lines.$[e].sku": 1 } }, { upsert: true })
