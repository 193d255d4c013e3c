package main

type object = map[string]any
type list = []any

// What the hook reads of a request; other fields are ignored.
type request struct {
	{{requestFields}}
}

// The children that exist, by kind and name.
type observed map[string]map[string]{{child}}

type {{kind}} struct {
	Metadata metadata `json:"metadata"`
	Spec     spec     `json:"spec"`
}

type metadata struct {
	Name string `json:"name"`
}

type spec {{spec}}

type answer struct {
	Status   object   `json:"status"`
	Children []object `json:"children"`
}

// The sync hook of {{kind}}: which children should exist, and what is the status?
//
// A pure function: it does not access the cluster, and equal requests must get equal answers.
func sync(in request) answer {
	parent := in.Parent
	return answer{
		Status: status(parent, in.Children),
		// All other children of the parent are deleted.
		Children: {{calls}},
	}
}

{{functions}}

func labels(parent {{kind}}) object {
	return object{"app.kubernetes.io/name": "{{name}}", "app.kubernetes.io/instance": parent.Metadata.Name}
}

// Computed from the children that exist now. The hook is called again when one of them changes.
func status(parent {{kind}}, children observed) object {
	{{status}}
}
