// The hook of ExampleResource in JavaScript: a function, which a process that is kept between calls evaluates.
exports.sync = function ({ parent }) {
  const { message, times } = parent.spec;
  const text = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: parent.metadata.name },
    data: { text: `${message}\n`.repeat(times) },
  };
  return { status: { lines: times }, children: [text] };
};
