// The official client of JavaScript: typed, untyped, watch and informer, on the server of KUBECONFIG.
//
// usage: client.mjs NAMESPACE

import assert from 'node:assert/strict';
import * as k8s from '@kubernetes/client-node';

const PATIENCE = 60_000;
const namespace = process.argv[2];
const group = `${namespace}.js.example.com`;

const config = new k8s.KubeConfig();
config.loadFromDefault();
const core = config.makeApiClient(k8s.CoreV1Api);
const apps = config.makeApiClient(k8s.AppsV1Api);
const custom = config.makeApiClient(k8s.CustomObjectsApi);
const objects = k8s.KubernetesObjectApi.makeApiClient(config);

const steps = [];
const step = (name, action) => steps.push({ name, action });

async function until(what, condition) {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    const value = await condition();
    if (value) {
      return value;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited ${PATIENCE} ms for ${what}`);
}

// Checks that the server refuses a call, with a Status.
async function refused(code, reason, call) {
  let failure;
  try {
    await call();
  } catch (e) {
    failure = e;
  }
  assert.ok(failure, `expected status ${code}, was a success`);
  assert.equal(failure.code, code);
  // The client drops the body of a 401.
  assert.equal(failure.body === undefined ? reason : JSON.parse(failure.body).reason, reason);
}

const map = (name, data, labels) => ({ metadata: { name, labels }, data });
const strategy = (type) => k8s.setHeaderOptions('Content-Type', type);

step('the version and the groups are read', async () => {
  assert.equal((await config.makeApiClient(k8s.VersionApi).getCode()).major, '1');
  const groups = (await config.makeApiClient(k8s.ApisApi).getAPIVersions()).groups.map((g) => g.name);
  assert.ok(groups.includes('apps'), groups.join());
});

step('an object is created and read', async () => {
  const created = await core.createNamespacedConfigMap({ namespace, body: map('a', { k: '1' }) });
  const read = await core.readNamespacedConfigMap({ name: 'a', namespace });
  assert.equal(read.metadata.uid, created.metadata.uid);
  assert.deepEqual(read.data, { k: '1' });
  await refused(409, 'AlreadyExists', () => core.createNamespacedConfigMap({ namespace, body: map('a') }));
});

step('an object is replaced and a stale one is a conflict', async () => {
  const read = await core.readNamespacedConfigMap({ name: 'a', namespace });
  await core.replaceNamespacedConfigMap({ name: 'a', namespace, body: { ...read, data: { k: '2' } } });
  await refused(409, 'Conflict', () =>
    core.replaceNamespacedConfigMap({ name: 'a', namespace, body: { ...read, data: { k: '3' } } }),
  );
});

step('patches of all types are applied', async () => {
  const patch = async (type, body, more) =>
    (await core.patchNamespacedConfigMap({ name: 'a', namespace, body, ...more }, strategy(type))).data;
  const json = [{ op: 'replace', path: '/data/k', value: '3' }];
  assert.deepEqual(await patch(k8s.PatchStrategy.JsonPatch, json), { k: '3' });
  assert.deepEqual(await patch(k8s.PatchStrategy.MergePatch, { data: { j: 'x' } }), { k: '3', j: 'x' });
  assert.deepEqual(await patch(k8s.PatchStrategy.StrategicMergePatch, { data: { j: null } }), { k: '3' });
  const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { own: 'y' } };
  const apply = { fieldManager: 'js', force: true };
  assert.deepEqual(await patch(k8s.PatchStrategy.ServerSideApply, applied, apply), { k: '3', own: 'y' });
});

step('a deployment is scaled', async () => {
  const labels = { app: 'web' };
  const containers = [{ name: 'web', image: 'nginx:1' }];
  const spec = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } };
  await apps.createNamespacedDeployment({ namespace, body: { metadata: { name: 'web' }, spec } });
  const scale = await apps.readNamespacedDeploymentScale({ name: 'web', namespace });
  assert.equal(scale.spec.replicas, 1);
  scale.spec.replicas = 2;
  await apps.replaceNamespacedDeploymentScale({ name: 'web', namespace, body: scale });
  assert.equal((await apps.readNamespacedDeployment({ name: 'web', namespace })).spec.replicas, 2);
});

step('lists are selected and read in pages', async () => {
  for (let i = 0; i < 3; i++) {
    await core.createNamespacedConfigMap({ namespace, body: map(`page-${i}`, {}, { page: 'yes' }) });
  }
  const names = [];
  let _continue;
  do {
    const page = await core.listNamespacedConfigMap({ namespace, labelSelector: 'page=yes', limit: 2, _continue });
    names.push(...page.items.map((item) => item.metadata.name));
    _continue = page.metadata._continue;
  } while (_continue);
  assert.deepEqual(names, ['page-0', 'page-1', 'page-2']);
});

step('a watch delivers changes', async () => {
  const seen = [];
  let ended;
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const controller = await new k8s.Watch(config).watch(
    path,
    { labelSelector: 'seen=yes', allowWatchBookmarks: true },
    (type, object) => type !== 'BOOKMARK' && seen.push(`${type} ${object.data.k}`),
    (error) => (ended = error ?? 'ended'),
  );
  await core.createNamespacedConfigMap({ namespace, body: map('watched', { k: '1' }, { seen: 'yes' }) });
  await until('the addition', () => seen.length === 1); // before anything else happens
  const body = [{ op: 'replace', path: '/data/k', value: '2' }];
  await core.patchNamespacedConfigMap(
    { name: 'watched', namespace, body },
    strategy(k8s.PatchStrategy.JsonPatch),
  );
  await core.deleteNamespacedConfigMap({ name: 'watched', namespace });
  await until('the deletion', () => seen.length === 3);
  assert.deepEqual(seen, ['ADDED 1', 'MODIFIED 2', 'DELETED 2']);
  controller.abort();
  await until('the end of the watch', () => ended);
});

step('an informer keeps a cache', async () => {
  const listFn = () => core.listNamespacedConfigMap({ namespace, labelSelector: 'page=yes' });
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const informer = k8s.makeInformer(config, path, listFn, 'page=yes');
  const seen = [];
  for (const event of ['add', 'update', 'delete']) {
    informer.on(event, (object) => seen.push(`${event} ${object.metadata.name}`));
  }
  const errors = [];
  informer.on('error', (e) => errors.push(e));
  await informer.start();
  await until('the first objects', () => seen.length === 3);
  await core.deleteNamespacedConfigMap({ name: 'page-0', namespace });
  await until('the deletion', () => seen.includes('delete page-0'));
  assert.deepEqual(
    informer.list(namespace).map((object) => object.metadata.name).sort(),
    ['page-1', 'page-2'],
  );
  assert.deepEqual(errors, []);
  await informer.stop();
});

step('custom objects are served with their definition', async () => {
  const schema = { openAPIV3Schema: { type: 'object', x_kubernetes_preserve_unknown_fields: true } };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `toys.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'toys', kind: 'Toy' },
      versions: [{ name: 'v1', served: true, storage: true, subresources: { status: {} }, schema }],
    },
  };
  await objects.create(definition);
  const at = { group, version: 'v1', namespace, plural: 'toys' };
  await until('the kind to be served', () =>
    custom.listNamespacedCustomObject(at).then(
      () => true,
      (e) => {
        assert.ok(e.code === 404 || e.code === 429, e.message); // a real server needs a moment
        return false;
      },
    ),
  );
  const toy = { apiVersion: `${group}/v1`, kind: 'Toy', metadata: { name: 't' }, spec: { colour: 'red' } };
  await custom.createNamespacedCustomObject({ ...at, body: toy });
  await custom.patchNamespacedCustomObjectStatus(
    { ...at, name: 't', body: { status: { sold: true } } },
    strategy(k8s.PatchStrategy.MergePatch),
  );
  const read = await custom.getNamespacedCustomObject({ ...at, name: 't' });
  assert.deepEqual([read.spec, read.status], [{ colour: 'red' }, { sold: true }]);
});

step('an object of any kind is read, changed and deleted', async () => {
  const header = { apiVersion: `${group}/v1`, kind: 'Toy', metadata: { name: 't', namespace } };
  const read = await objects.read(header);
  read.spec.colour = 'blue';
  assert.equal((await objects.replace(read)).metadata.generation, 2);
  const patched = await objects.patch(
    { ...header, spec: { size: 3 } },
    undefined,
    undefined,
    undefined,
    undefined,
    k8s.PatchStrategy.MergePatch,
  );
  assert.deepEqual(patched.spec, { colour: 'blue', size: 3 });
  assert.equal((await objects.delete(header)).status, 'Success');
  await refused(404, 'NotFound', () => objects.read(header));
});

step('an event is recorded', async () => {
  const body = {
    metadata: { name: 'recorded' },
    involvedObject: { kind: 'ConfigMap', name: 'a', namespace },
    reason: 'Tried',
    message: 'with JavaScript',
    type: 'Normal',
    eventTime: new k8s.V1MicroTime(),
    reportingComponent: 'example.com/js',
    reportingInstance: 'one',
    action: 'Testing',
  };
  await core.createNamespacedEvent({ namespace, body });
  const events = await core.listNamespacedEvent({ namespace, fieldSelector: 'reason=Tried' });
  assert.deepEqual(events.items.map((event) => event.message), ['with JavaScript']);
});

step('a lease is taken and renewed', async () => {
  const leases = config.makeApiClient(k8s.CoordinationV1Api);
  const renewTime = new k8s.V1MicroTime();
  const spec = { holderIdentity: 'js', leaseDurationSeconds: 15, renewTime };
  const lease = await leases.createNamespacedLease({ namespace, body: { metadata: { name: 'l' }, spec } });
  lease.spec.renewTime = new k8s.V1MicroTime();
  const renewed = await leases.replaceNamespacedLease({ name: 'l', namespace, body: lease });
  assert.notEqual(renewed.metadata.resourceVersion, lease.metadata.resourceVersion);
});

step('a wrong token is unauthorized', async () => {
  const other = new k8s.KubeConfig();
  other.loadFromDefault();
  other.users[0] = { name: other.users[0].name, token: 'wrong' };
  await refused(401, 'Unauthorized', () =>
    other.makeApiClient(k8s.CoreV1Api).listNamespacedPod({ namespace }),
  );
});

let failed = false;
for (const { name, action } of steps) {
  try {
    await action();
    console.log(`ok ${name}`);
  } catch (e) {
    failed = true;
    console.log(`FAIL ${name}: ${String(e.message).replaceAll(/\s+/g, ' ')}`);
    console.error(e);
  }
}
process.exit(failed ? 1 : 0);
