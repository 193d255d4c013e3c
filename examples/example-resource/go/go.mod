module example.com/example-resource

go 1.21
