package main

type object = map[string]any
type list = []any

// What the hook reads of a request; other fields are ignored.
type request struct {
	Object      decorated `json:"object"`
	Attachments observed  `json:"attachments"`
}

// The attachments that exist, by kind and name.
type observed map[string]map[string]struct{}

type decorated struct {
	Metadata metadata `json:"metadata"`
	{{spec}}
}

type metadata struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
}
{{types}}

type answer struct {
	Annotations map[string]string `json:"annotations"`
	Attachments []object          `json:"attachments"`
}

// The sync hook of the decorator {{name}}: what should be attached to a {{kind}}?
//
// A pure function: it does not access the cluster, and equal requests must get equal answers.
func sync(in request) answer {
	target := in.Object
	return answer{
		// Other annotations stay as they are. "labels" and "status" work in the same way.
		Annotations: map[string]string{"{{name}}-status": status(target, in.Attachments)},
		// All other attachments of the object are deleted.
		Attachments: {{calls}},
	}
}

{{functions}}

func attachmentName(target decorated) string {
	return target.Metadata.Name + "-{{name}}"
}

func labels(target decorated) object {
	return object{"app.kubernetes.io/name": "{{name}}", "app.kubernetes.io/instance": target.Metadata.Name}
}

// Computed from the attachments that exist now. The hook is called again when one of them changes.
func status(target decorated, attachments observed) string {
	{{status}}
}
