const mongoose = require('mongoose');
module.exports = new mongoose.Schema({ city: { type: String, required: true }, loc: { type: { type: String, enum: ['Point'] }, coordinates: [Number] } }, { _id: false });
