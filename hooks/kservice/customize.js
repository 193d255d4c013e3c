// The objects of the other kinds that decide what one of the kinds does.
const group = "serving.example.com/v1";

exports.customize = function ({ parent }) {
  const { name, namespace, labels } = parent.metadata;
  const kroutes = { apiVersion: group, resource: "kroutes", namespace };
  const named = (resource, one) => ({ apiVersion: group, resource, namespace, names: [one] });
  const { configuration } = parent.spec;
  const rules = {
    KConfiguration: () => [kroutes], // a revision with traffic is kept
    KRevision: () => [kroutes, named("kconfigurations", labels["serving.example.com/configuration"])],
    KRoute: () => [named("kconfigurations", configuration)],
  };
  return { relatedResources: rules[parent.kind]() };
};
