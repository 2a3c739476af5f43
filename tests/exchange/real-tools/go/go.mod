module squill.test/exports

go 1.19

require (
	go.mongodb.org/mongo-driver v1.17.1
	go.mongodb.org/mongo-driver/v2 v2.0.1
)
