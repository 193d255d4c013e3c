// Lists running Pods as targets in the format of file_sd of Prometheus: [{targets: ["IP:PORT"], labels: {...}}].
exports.sync = function ({ parent, related }) {
  const { port } = parent.spec;
  const pods = Object.values(related["Pod.v1"]);
  const targets = pods
    .filter(isRunning)
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
    .map((pod) => ({ targets: [address(pod.status.podIP, port)], labels: labels(pod) }));
  const file = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: parent.metadata.name },
    data: { "targets.json": JSON.stringify(targets, null, 2) + "\n" },
  };
  return { status: { targets: targets.length, notRunning: pods.length - targets.length }, children: [file] };
};

function isRunning({ metadata, status }) {
  return !metadata.deletionTimestamp && status?.phase === "Running" && Boolean(status.podIP);
}

function address(ip, port) {
  return ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`;
}

// The names are those of the service discovery that is part of Prometheus, so its rules for relabeling work here too.
function labels({ metadata, spec }) {
  const found = { __meta_kubernetes_namespace: metadata.namespace, __meta_kubernetes_pod_name: metadata.name };
  if (spec.nodeName) {
    found.__meta_kubernetes_pod_node_name = spec.nodeName;
  }
  for (const [name, value] of Object.entries(metadata.labels ?? {}).sort()) {
    found[`__meta_kubernetes_pod_label_${name.replace(/[^a-zA-Z0-9_]/g, "_")}`] = value;
  }
  return found;
}
