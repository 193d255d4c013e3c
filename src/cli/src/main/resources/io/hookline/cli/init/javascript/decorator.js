// The sync hook of the decorator {{name}}: what should be attached to a {{kind}}?
//
// A pure function: it does not access the cluster, and equal requests must get equal answers. What it prints is logged.

exports.sync = function ({ object, attachments }) {
  return {
    // Other annotations stay as they are. "labels" and "status" work in the same way.
    annotations: { "{{name}}-status": status(object, attachments) },
    // All other attachments of the object are deleted.
    attachments: {{calls}},
  };
};

{{functions}}

function attachmentName(object) {
  return object.metadata.name + "-{{name}}";
}

function labels(object) {
  return { "app.kubernetes.io/name": "{{name}}", "app.kubernetes.io/instance": object.metadata.name };
}

// Computed from the attachments that exist now. The hook is called again when one of them changes.
function status(object, attachments) {
  {{status}}
}
