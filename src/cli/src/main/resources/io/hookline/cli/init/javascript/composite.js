// The sync hook of {{kind}}: which children should exist, and what is the status?
//
// A pure function: it does not access the cluster, and equal requests must get equal answers. What it prints is logged.

exports.sync = function ({ parent, children }) {
  return {
    status: status(parent, children),
    // All other children of the parent are deleted.
    children: {{calls}},
  };
};

{{functions}}

function labels(parent) {
  return { "app.kubernetes.io/name": "{{name}}", "app.kubernetes.io/instance": parent.metadata.name };
}

// Computed from the children that exist now. The hook is called again when one of them changes.
function status(parent, children) {
  {{status}}
}
