// Requests the Pods that the ScrapeTargets select, in their namespace.
exports.customize = function ({ parent }) {
  const { selector } = parent.spec;
  const rule = { apiVersion: "v1", resource: "pods", namespace: parent.metadata.namespace, labelSelector: selector };
  return { relatedResources: [rule] };
};
