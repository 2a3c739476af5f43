// SPDX-License-Identifier: Apache-2.0

// What exported classes use of the driver of .NET, by its documentation: the driver itself is not fetched.

using System;

namespace MongoDB.Bson
{
    public struct ObjectId { }

    public struct Decimal128 { }

    public class BsonValue { }

    public class BsonArray : BsonValue { }

    public class BsonBinaryData : BsonValue { }

    public class BsonDocument : BsonValue { }

    public class BsonJavaScript : BsonValue { }

    public class BsonJavaScriptWithScope : BsonJavaScript { }

    public class BsonRegularExpression : BsonValue { }

    public class BsonSymbol : BsonValue { }

    public class BsonTimestamp : BsonValue { }

    public class BsonMaxKey : BsonValue
    {
        public static BsonMaxKey Value { get; } = new BsonMaxKey();
    }

    public class BsonMinKey : BsonValue
    {
        public static BsonMinKey Value { get; } = new BsonMinKey();
    }

    public class BsonNull : BsonValue
    {
        public static BsonNull Value { get; } = new BsonNull();
    }

    public class BsonUndefined : BsonValue
    {
        public static BsonUndefined Value { get; } = new BsonUndefined();
    }
}

namespace MongoDB.Bson.Serialization.Attributes
{
    [AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
    public class BsonElementAttribute : Attribute
    {
        public BsonElementAttribute(string elementName) { }
    }

    [AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
    public class BsonExtraElementsAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
    public class BsonIdAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct)]
    public class BsonIgnoreExtraElementsAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
    public class BsonIgnoreIfNullAttribute : Attribute { }
}
