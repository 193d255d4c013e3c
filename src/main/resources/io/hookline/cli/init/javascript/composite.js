#!/usr/bin/env node
// The sync hook of {{kind}}: which children should exist, and what is the status?
//
// The request comes on standard input, the answer goes to standard output, standard error is logged. The hook does not access
// the cluster, and equal requests must get equal answers.

const { readFileSync } = require("node:fs");

function sync({ parent, children }) {
  return {
    status: status(parent, children),
    // All other children of the parent are deleted.
    children: {{calls}},
  };
}

{{functions}}

function labels(parent) {
  return { "app.kubernetes.io/name": "{{name}}", "app.kubernetes.io/instance": parent.metadata.name };
}

// Computed from the children that exist now. The hook is called again when one of them changes.
function status(parent, children) {
  {{status}}
}

console.log(JSON.stringify(sync(JSON.parse(readFileSync(0, "utf8")))));
