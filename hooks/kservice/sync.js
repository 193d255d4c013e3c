// Four controllers: a KService becomes a KConfiguration and a KRoute, each template of the KConfiguration a KRevision, and each
// KRevision a Deployment and a Service. They know of each other only by objects.
const { isDeepStrictEqual } = require("node:util");

const group = "serving.example.com/v1";

exports.sync = function (request) {
  const { kind, metadata } = request.parent;
  const all = (from, name) => Object.values(from?.[`${name}.${group}`] ?? {});
  return kinds[kind]({
    ...request,
    children: (name) => all(request.children, name),
    routes: all(request.related, "KRoute"),
    configuration: all(request.related, "KConfiguration")[0],
    deployment: request.children["Deployment.apps/v1"]?.[`${metadata.namespace}/${metadata.name}`],
  });
};

const kinds = {
  KService({ parent, children }) {
    const { name } = parent.metadata;
    const { template, revisionHistoryLimit, traffic } = parent.spec;
    const [{ status: created = {} } = {}] = children("KConfiguration");
    const [{ status: routed = {} } = {}] = children("KRoute");
    const latest = created.latestCreatedRevisionName;
    const isLatest = latest !== undefined && latest === created.latestReadyRevisionName;
    const ready = isLatest && isReady({ status: routed });
    return {
      status: {
        url: routed.url,
        traffic: routed.traffic,
        latestCreatedRevisionName: latest,
        latestReadyRevisionName: created.latestReadyRevisionName,
        conditions: [
          condition(parent, ready, ready ? "Ready" : isLatest ? "RouteNotReady" : "RevisionNotReady", `The latest revision is ${latest}`),
        ],
      },
      children: [
        child(group, "KConfiguration", name, {}, { template, revisionHistoryLimit }),
        child(group, "KRoute", name, {}, { configuration: name, traffic }),
      ],
    };
  },

  KConfiguration({ parent, children, routes }) {
    const { name } = parent.metadata;
    const { template, revisionHistoryLimit } = parent.spec;
    const revisions = children("KRevision").sort((a, b) => number(b) - number(a)); // the latest first
    const next = `${name}-${String(number(revisions[0]) + 1).padStart(5, "0")}`;
    const labels = { "serving.example.com/configuration": name };
    const latest =
      revisions.find((one) => isDeepStrictEqual(one.spec, template.spec)) ?? child(group, "KRevision", next, labels, template.spec);
    const created = latest.metadata.name;
    const before = revisions.find((one) => one.metadata.name === parent.status?.latestReadyRevisionName);
    const ready = isReady(latest) ? created : before?.metadata.name;
    const used = new Set([created, ready, ...routes.flatMap(revisionsOf)]);
    const others = revisions.filter((one) => !used.has(one.metadata.name)).slice(0, revisionHistoryLimit);
    const kept = [...revisions.filter((one) => used.has(one.metadata.name) && one !== latest), ...others];
    return {
      status: {
        latestCreatedRevisionName: created,
        latestReadyRevisionName: ready,
        conditions: [condition(parent, isReady(latest), isReady(latest) ? "Ready" : "RevisionNotReady", `The latest revision is ${created}`)],
      },
      children: [latest, ...kept].map((one) => child(group, "KRevision", one.metadata.name, labels, one.spec)),
    };
  },

  KRevision({ parent, routes, configuration, deployment }) {
    const { name } = parent.metadata;
    const { containers, scaleToZero } = parent.spec;
    const labels = { "serving.example.com/revision": name };
    // A new revision exists before its configuration reports it.
    const isLatest = number(parent) >= number({ metadata: { name: configuration?.status?.latestCreatedRevisionName ?? name } });
    const idle = scaleToZero && !isLatest && !routes.some((route) => revisionsOf(route).includes(name));
    const ready = idle || (deployment?.status?.availableReplicas ?? 0) > 0;
    const reason = idle ? "NoTraffic" : ready ? "Ready" : "PodNotReady";
    const container = { name: "user-container", ports: [{ name: "http", containerPort: 8080 }], ...containers[0] };
    return {
      status: { conditions: [condition(parent, ready, reason, "")] },
      children: [
        child("apps/v1", "Deployment", name, labels, {
          replicas: idle ? 0 : 1,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [container] } },
        }),
        child("v1", "Service", name, labels, { selector: labels, ports: [{ name: "http", port: 80, targetPort: "http" }] }),
      ],
    };
  },

  KRoute({ parent, configuration }) {
    const { name, namespace } = parent.metadata;
    const latest = configuration?.status?.latestReadyRevisionName;
    const traffic = parent.spec.traffic.map(({ latestRevision, revisionName, percent }) =>
      latestRevision ? { revisionName: latest, percent, latestRevision } : { revisionName, percent },
    );
    const sum = traffic.reduce((total, share) => total + share.percent, 0);
    const complete = traffic.every((share) => share.revisionName !== undefined);
    const valid = sum === 100 && complete;
    const reason = valid ? "Ready" : sum !== 100 ? "InvalidTraffic" : "RevisionMissing";
    return {
      status: {
        url: `http://${name}.${namespace}.example.com`,
        traffic: valid ? traffic : parent.status?.traffic, // requests go where they went
        conditions: [condition(parent, valid, reason, `The shares add up to ${sum} percent`)],
      },
      children: [],
    };
  },
};

/** The names of the revisions to which requests go, or should go. */
function revisionsOf(route) {
  return [...route.spec.traffic, ...(route.status?.traffic ?? [])].map((share) => share.revisionName);
}

function number(revision) {
  return revision === undefined ? 0 : Number(revision.metadata.name.slice(-5));
}

function isReady({ status }) {
  return status?.conditions?.some((one) => one.type === "Ready" && one.status === "True") ?? false;
}

/** It keeps its transition time as long as its status stays the same. */
function condition(parent, value, reason, message) {
  const status = value ? "True" : "False";
  const last = parent.status?.conditions?.find((one) => one.type === "Ready");
  const now = process.env.HOOKLINE_NOW ?? new Date().toISOString().replace(/\.\d+/, "");
  return { type: "Ready", status, reason, message, lastTransitionTime: last?.status === status ? last.lastTransitionTime : now };
}

function child(apiVersion, kind, name, labels, spec) {
  return { apiVersion, kind, metadata: { name, labels }, spec };
}
