"""The official client of Python: typed, custom objects and dynamic, on the server of KUBECONFIG.

usage: client.py NAMESPACE
"""

import copy
import sys
import threading

import yaml
from kubernetes import client, config, dynamic, utils, watch
from kubernetes.client.exceptions import ApiException

from steps import Steps, equal, until

NAMESPACE = sys.argv[1]
GROUP = NAMESPACE + ".python.example.com"

config.load_kube_config()
api = client.ApiClient()
core = client.CoreV1Api(api)
apps = client.AppsV1Api(api)
custom = client.CustomObjectsApi(api)
steps = Steps()


def config_map(name, labels=None, **data):
    return client.V1ConfigMap(
        metadata=client.V1ObjectMeta(name=name, namespace=NAMESPACE, labels=labels), data=data
    )


def deployment(name):
    labels = {"app": name}
    return client.V1Deployment(
        metadata=client.V1ObjectMeta(name=name),
        spec=client.V1DeploymentSpec(
            replicas=1,
            selector=client.V1LabelSelector(match_labels=labels),
            template=client.V1PodTemplateSpec(
                metadata=client.V1ObjectMeta(labels=labels),
                spec=client.V1PodSpec(containers=[client.V1Container(name="web", image="nginx:1")]),
            ),
        ),
    )


def crd(plural, kind):
    schema = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    return client.V1CustomResourceDefinition(
        api_version="apiextensions.k8s.io/v1",
        kind="CustomResourceDefinition",
        metadata=client.V1ObjectMeta(name=plural + "." + GROUP),
        spec=client.V1CustomResourceDefinitionSpec(
            group=GROUP,
            scope="Namespaced",
            names=client.V1CustomResourceDefinitionNames(plural=plural, kind=kind),
            versions=[
                client.V1CustomResourceDefinitionVersion(
                    name="v1",
                    served=True,
                    storage=True,
                    schema=client.V1CustomResourceValidation(
                        open_apiv3_schema=client.V1JSONSchemaProps(
                            type="object", x_kubernetes_preserve_unknown_fields=True
                        )
                    ),
                    subresources=client.V1CustomResourceSubresources(
                        status={},
                        scale=client.V1CustomResourceSubresourceScale(
                            spec_replicas_path=".spec.replicas", status_replicas_path=".status.replicas"
                        ),
                    ),
                )
            ],
        ),
    )


def fails(status, reason, call, *args, **kwargs):
    """Checks that the server refuses a call, with a Status."""
    try:
        call(*args, **kwargs)
    except ApiException as e:
        equal(e.status, status)
        equal(yaml.safe_load(e.body)["reason"], reason)
        return yaml.safe_load(e.body)
    raise AssertionError("expected status %d, was a success" % status)


@steps.step
def the_version_is_read():
    equal(client.VersionApi(api).get_code().major, "1")


@steps.step
def groups_and_resources_are_discovered():
    groups = [group.name for group in client.ApisApi(api).get_api_versions().groups]
    assert "apps" in groups and "apiextensions.k8s.io" in groups, groups
    resources = {resource.name for resource in core.get_api_resources().resources}
    assert {"configmaps", "pods/binding", "pods/eviction"} <= resources, resources


@steps.step
def an_object_is_created_and_read():
    created = core.create_namespaced_config_map(NAMESPACE, config_map("a", k="1"))
    read = core.read_namespaced_config_map("a", NAMESPACE)
    equal(read.metadata.uid, created.metadata.uid)
    equal(read.data, {"k": "1"})


@steps.step
def a_name_that_is_taken_is_a_conflict():
    status = fails(409, "AlreadyExists", core.create_namespaced_config_map, NAMESPACE, config_map("a"))
    equal(status["details"], {"name": "a", "kind": "configmaps"})


@steps.step
def a_name_is_generated():
    body = client.V1ConfigMap(metadata=client.V1ObjectMeta(generate_name="made-"))
    name = core.create_namespaced_config_map(NAMESPACE, body).metadata.name
    assert name.startswith("made-") and len(name) == 10, name
    core.delete_namespaced_config_map(name, NAMESPACE)


@steps.step
def an_invalid_object_is_refused_with_causes():
    status = fails(422, "Invalid", core.create_namespaced_config_map, NAMESPACE, config_map("Not_Valid"))
    equal([cause["field"] for cause in status["details"]["causes"]], ["metadata.name"])


@steps.step
def a_dry_run_stores_nothing():
    created = core.create_namespaced_config_map(NAMESPACE, config_map("dry"), dry_run="All")
    assert created.metadata.uid
    fails(404, "NotFound", core.read_namespaced_config_map, "dry", NAMESPACE)


@steps.step
def an_object_is_replaced_and_a_stale_one_is_a_conflict():
    read = core.read_namespaced_config_map("a", NAMESPACE)
    stale = copy.deepcopy(read)
    read.data["k"] = "2"
    core.replace_namespaced_config_map("a", NAMESPACE, read)
    stale.data["k"] = "3"
    fails(409, "Conflict", core.replace_namespaced_config_map, "a", NAMESPACE, stale)


@steps.step
def a_json_patch_is_applied():
    patch = [{"op": "test", "path": "/data/k", "value": "2"}, {"op": "add", "path": "/data/j", "value": "x"}]
    equal(core.patch_namespaced_config_map("a", NAMESPACE, patch).data, {"k": "2", "j": "x"})
    wrong = [{"op": "test", "path": "/data/k", "value": "other"}]
    fails(422, "Invalid", core.patch_namespaced_config_map, "a", NAMESPACE, wrong)


@steps.step
def a_merge_patch_is_applied():
    patch = {"data": {"j": None, "m": "y"}}
    patched = core.patch_namespaced_config_map(
        "a", NAMESPACE, patch, _content_type="application/merge-patch+json"
    )
    equal(patched.data, {"k": "2", "m": "y"})


@steps.step
def a_strategic_merge_patch_merges_containers_by_name():
    apps.create_namespaced_deployment(NAMESPACE, deployment("web"))
    patch = {"spec": {"template": {"spec": {"containers": [{"name": "sidecar", "image": "busybox"}]}}}}
    patched = apps.patch_namespaced_deployment(
        "web", NAMESPACE, patch, _content_type="application/strategic-merge-patch+json"
    )
    equal([c.name for c in patched.spec.template.spec.containers], ["sidecar", "web"])
    by_default = apps.patch_namespaced_deployment("web", NAMESPACE, {"spec": {"paused": True}})
    equal(by_default.spec.paused, True)


@steps.step
def an_apply_owns_its_fields():
    apply = dict(_content_type="application/apply-patch+yaml", field_manager="first")
    body = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "applied"},
        "data": {"k": "1", "only": "first"},
    }
    equal(core.patch_namespaced_config_map("applied", NAMESPACE, body, **apply).data["k"], "1")
    other = dict(body, data={"k": "2"})
    apply["field_manager"] = "second"
    status = fails(409, "Conflict", core.patch_namespaced_config_map, "applied", NAMESPACE, other, **apply)
    equal([cause["field"] for cause in status["details"]["causes"]], [".data.k"])
    forced = core.patch_namespaced_config_map("applied", NAMESPACE, other, force=True, **apply)
    equal(forced.data, {"k": "2", "only": "first"})
    managers = sorted(entry.manager for entry in forced.metadata.managed_fields)
    equal(managers, ["first", "second"])


@steps.step
def the_scale_of_a_deployment_is_read_and_written():
    scale = apps.read_namespaced_deployment_scale("web", NAMESPACE)
    equal((scale.spec.replicas, scale.status.selector), (1, "app=web"))
    scale.spec.replicas = 3
    equal(apps.replace_namespaced_deployment_scale("web", NAMESPACE, scale).spec.replicas, 3)
    patched = apps.patch_namespaced_deployment_scale("web", NAMESPACE, {"spec": {"replicas": 2}})
    equal(patched.spec.replicas, 2)
    equal(apps.read_namespaced_deployment("web", NAMESPACE).spec.replicas, 2)


@steps.step
def a_status_is_written_apart_from_its_object():
    patch = {"status": {"replicas": 2, "readyReplicas": 1}, "spec": {"replicas": 9}}
    patched = apps.patch_namespaced_deployment_status("web", NAMESPACE, patch)
    equal((patched.status.ready_replicas, patched.spec.replicas), (1, 2))


@steps.step
def lists_are_selected_and_read_in_pages():
    for i in range(5):
        core.create_namespaced_config_map(NAMESPACE, config_map("page-%d" % i, {"page": "yes"}))
    page = core.list_namespaced_config_map(NAMESPACE, label_selector="page in (yes,maybe)", limit=2)
    names = [item.metadata.name for item in page.items]
    equal(page.metadata.remaining_item_count, None)  # unknown with a selector
    while page.metadata._continue:
        page = core.list_namespaced_config_map(
            NAMESPACE, label_selector="page in (yes,maybe)", limit=2, _continue=page.metadata._continue
        )
        names += [item.metadata.name for item in page.items]
    equal(names, ["page-%d" % i for i in range(5)])
    named = core.list_config_map_for_all_namespaces(
        field_selector="metadata.name=page-3,metadata.namespace=" + NAMESPACE
    )
    equal([item.metadata.name for item in named.items], ["page-3"])


@steps.step
def a_watch_delivers_changes_and_goes_on_from_a_version():
    version = core.list_namespaced_config_map(NAMESPACE).metadata.resource_version

    def change():
        core.create_namespaced_config_map(NAMESPACE, config_map("watched", {"seen": "yes"}, k="1"))
        core.patch_namespaced_config_map("watched", NAMESPACE, {"data": {"k": "2"}})
        core.delete_namespaced_config_map("watched", NAMESPACE)

    threading.Thread(target=change).start()
    seen = []
    versions = []
    stream = watch.Watch()
    for event in stream.stream(
        core.list_namespaced_config_map,
        NAMESPACE,
        label_selector="seen=yes",
        resource_version=version,
        timeout_seconds=60,
        allow_watch_bookmarks=True,
    ):
        if event["type"] == "BOOKMARK":
            continue
        seen.append((event["type"], event["object"].data["k"]))
        versions.append(event["object"].metadata.resource_version)
        if event["type"] == "DELETED":
            stream.stop()
    equal(seen, [("ADDED", "1"), ("MODIFIED", "2"), ("DELETED", "2")])
    stream = watch.Watch()
    for event in stream.stream(
        core.list_namespaced_config_map,
        NAMESPACE,
        label_selector="seen=yes",
        resource_version=versions[0],
        timeout_seconds=60,
    ):
        equal(event["type"], "MODIFIED")
        stream.stop()


@steps.step
def a_watch_ends_after_its_time():
    events = list(watch.Watch().stream(core.list_namespaced_pod, NAMESPACE, timeout_seconds=1))
    equal(events, [])


@steps.step
def a_definition_is_served_when_it_is_established():
    extensions = client.ApiextensionsV1Api(api)
    extensions.create_custom_resource_definition(crd("gadgets", "Gadget"))

    def established():
        read = extensions.read_custom_resource_definition("gadgets." + GROUP)
        return any(c.type == "Established" and c.status == "True" for c in read.status.conditions or [])

    until("the CRD to be established", established)
    # A real server serves a new kind a moment after that.
    until("the kind to be served", lambda: served())


def served():
    try:
        return "items" in custom.list_namespaced_custom_object(GROUP, "v1", NAMESPACE, "gadgets")
    except ApiException as e:
        assert e.status in (404, 429), e
        return False


GADGET = {"apiVersion": GROUP + "/v1", "kind": "Gadget", "metadata": {"name": "g"}, "spec": {"replicas": 1}}


@steps.step
def custom_objects_are_written_patched_and_deleted():
    at = (GROUP, "v1", NAMESPACE, "gadgets")
    created = custom.create_namespaced_custom_object(*at, GADGET)
    created["spec"]["colour"] = "red"
    equal(custom.replace_namespaced_custom_object(*at, "g", created)["metadata"]["generation"], 2)
    merged = custom.patch_namespaced_custom_object(*at, "g", {"spec": {"colour": "blue"}})
    equal(merged["spec"], {"replicas": 1, "colour": "blue"})
    removal = [{"op": "remove", "path": "/spec/colour"}]
    patched = custom.patch_namespaced_custom_object(
        *at, "g", removal, _content_type="application/json-patch+json"
    )
    equal(patched["spec"], {"replicas": 1})
    status = custom.patch_namespaced_custom_object_status(*at, "g", {"status": {"replicas": 1}})
    equal(status["status"], {"replicas": 1})
    equal(custom.get_namespaced_custom_object_scale(*at, "g")["spec"]["replicas"], 1)
    custom.patch_namespaced_custom_object_scale(*at, "g", {"spec": {"replicas": 4}})
    equal(custom.get_namespaced_custom_object(*at, "g")["spec"]["replicas"], 4)
    equal(len(custom.list_cluster_custom_object(GROUP, "v1", "gadgets")["items"]), 1)
    custom.delete_namespaced_custom_object(*at, "g")
    fails(404, "NotFound", custom.get_namespaced_custom_object, *at, "g")


@steps.step
def the_dynamic_client_finds_and_changes_objects_of_any_kind():
    cluster = dynamic.DynamicClient(api)
    gadgets = cluster.resources.get(api_version=GROUP + "/v1", kind="Gadget")
    created = gadgets.create(body=GADGET, namespace=NAMESPACE)
    equal(created.spec.replicas, 1)
    patched = gadgets.patch(
        name="g",
        namespace=NAMESPACE,
        body={"spec": {"replicas": 2}},
        content_type="application/merge-patch+json",
    )
    equal(patched.spec.replicas, 2)
    applied = gadgets.server_side_apply(
        name="g", namespace=NAMESPACE, body=dict(GADGET, spec={"size": 7}), field_manager="dynamic"
    )
    equal((applied.spec.size, applied.spec.replicas), (7, 2))
    maps = cluster.resources.get(api_version="v1", kind="ConfigMap")
    equal(maps.get(name="a", namespace=NAMESPACE).data.k, "2")
    equal([item.metadata.name for item in gadgets.get(namespace=NAMESPACE).items], ["g"])
    gadgets.status.patch(
        name="g",
        namespace=NAMESPACE,
        body={"status": {"ready": True}},
        content_type="application/merge-patch+json",
    )
    equal(gadgets.get(name="g", namespace=NAMESPACE).status.ready, True)


@steps.step
def the_dynamic_client_watches():
    gadgets = dynamic.DynamicClient(api).resources.get(api_version=GROUP + "/v1", kind="Gadget")
    types = []
    for event in gadgets.watch(namespace=NAMESPACE, timeout=60):
        types.append(event["type"])
        if event["type"] == "DELETED":
            break
        gadgets.delete(name="g", namespace=NAMESPACE)
    equal(types, ["ADDED", "DELETED"])


@steps.step
def objects_are_created_from_yaml():
    objects = [
        {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s"}, "spec": {"ports": [{"port": 80}]}},
        {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "c"}, "spec": {
            "schedule": "* * * * *",
            "jobTemplate": {"spec": {"template": {"spec": {
                "restartPolicy": "Never", "containers": [{"name": "main", "image": "busybox"}]}}}}}},
    ]
    utils.create_from_yaml(api, yaml_objects=objects, namespace=NAMESPACE)
    equal(core.read_namespaced_service("s", NAMESPACE).spec.ports[0].target_port, 80)
    equal(client.BatchV1Api(api).read_namespaced_cron_job("c", NAMESPACE).spec.concurrency_policy, "Allow")


@steps.step
def a_pod_is_bound_and_evicted():
    pod = client.V1Pod(
        metadata=client.V1ObjectMeta(name="p"),
        spec=client.V1PodSpec(containers=[client.V1Container(name="main", image="busybox")]),
    )
    core.create_namespaced_pod(NAMESPACE, pod)
    eviction = client.V1Eviction(
        metadata=client.V1ObjectMeta(name="p", namespace=NAMESPACE),
        delete_options=client.V1DeleteOptions(grace_period_seconds=0),
    )
    core.create_namespaced_pod_eviction("p", NAMESPACE, eviction)
    fails(404, "NotFound", core.read_namespaced_pod, "p", NAMESPACE)


@steps.step
def events_of_both_groups_are_one_list():
    now = core.read_namespaced_config_map("a", NAMESPACE).metadata
    about = client.V1ObjectReference(kind="ConfigMap", name="a", namespace=NAMESPACE, uid=now.uid)
    core.create_namespaced_event(
        NAMESPACE,
        client.CoreV1Event(
            metadata=client.V1ObjectMeta(name="old"),
            involved_object=about,
            reason="Old",
            message="of the core group",
            type="Normal",
            first_timestamp=now.creation_timestamp,
            last_timestamp=now.creation_timestamp,
            count=1,
        ),
    )
    event = client.EventsV1Event(
        metadata=client.V1ObjectMeta(name="new"),
        regarding=about,
        reason="New",
        note="of the group events.k8s.io",
        type="Normal",
        action="Testing",
        reporting_controller="example.com/python",
        reporting_instance="one",
        event_time=now.creation_timestamp.replace(microsecond=0),
    )
    events = client.EventsV1Api(api)
    fails(400, "BadRequest", events.create_namespaced_event, NAMESPACE, event)  # needs microseconds
    event.event_time = now.creation_timestamp.replace(microsecond=120)
    created = events.create_namespaced_event(NAMESPACE, event)
    equal(created.event_time.microsecond, 120)
    listed = core.list_namespaced_event(NAMESPACE, field_selector="involvedObject.name=a")
    equal(sorted(event.reason for event in listed.items), ["New", "Old"])


@steps.step
def the_rights_of_the_user_are_reviewed():
    review = client.V1SelfSubjectAccessReview(
        spec=client.V1SelfSubjectAccessReviewSpec(
            resource_attributes=client.V1ResourceAttributes(verb="list", resource="pods", namespace=NAMESPACE)
        )
    )
    access = client.AuthorizationV1Api(api).create_self_subject_access_review(review)
    equal(access.status.allowed, True)
    who = client.AuthenticationV1Api(api).create_self_subject_review(client.V1SelfSubjectReview())
    assert "system:authenticated" in who.status.user_info.groups, who.status.user_info


@steps.step
def a_wrong_token_is_unauthorized():
    settings = copy.copy(api.configuration)
    settings.api_key = {"authorization": "Bearer wrong"}
    settings.refresh_api_key_hook = None
    fails(401, "Unauthorized", client.CoreV1Api(client.ApiClient(settings)).list_namespaced_pod, NAMESPACE)


@steps.step
def preconditions_of_deletions_are_checked():
    wrong = client.V1DeleteOptions(preconditions=client.V1Preconditions(uid="another"))
    fails(409, "Conflict", core.delete_namespaced_config_map, "a", NAMESPACE, body=wrong)
    uid = core.read_namespaced_config_map("a", NAMESPACE).metadata.uid
    right = client.V1DeleteOptions(preconditions=client.V1Preconditions(uid=uid))
    equal(core.delete_namespaced_config_map("a", NAMESPACE, body=right)["status"], "Success")
    fails(404, "NotFound", core.delete_namespaced_config_map, "a", NAMESPACE)


@steps.step
def a_finalizer_delays_a_deletion():
    body = config_map("held")
    body.metadata.finalizers = ["example.com/python"]
    core.create_namespaced_config_map(NAMESPACE, body)
    core.delete_namespaced_config_map("held", NAMESPACE)
    assert core.read_namespaced_config_map("held", NAMESPACE).metadata.deletion_timestamp
    core.patch_namespaced_config_map("held", NAMESPACE, {"metadata": {"finalizers": None}},
                                     _content_type="application/merge-patch+json")
    fails(404, "NotFound", core.read_namespaced_config_map, "held", NAMESPACE)


@steps.step
def a_collection_is_deleted():
    core.delete_collection_namespaced_config_map(NAMESPACE, label_selector="page=yes")
    equal(core.list_namespaced_config_map(NAMESPACE, label_selector="page=yes").items, [])


@steps.step
def dependents_are_deleted_with_their_owner():
    owner = core.create_namespaced_config_map(NAMESPACE, config_map("owner"))
    body = config_map("dependent")
    body.metadata.owner_references = [
        client.V1OwnerReference(api_version="v1", kind="ConfigMap", name="owner", uid=owner.metadata.uid)
    ]
    core.create_namespaced_config_map(NAMESPACE, body)
    core.delete_namespaced_config_map("owner", NAMESPACE, propagation_policy="Background")

    def deleted():
        try:
            core.read_namespaced_config_map("dependent", NAMESPACE)
            return False
        except ApiException as e:
            return e.status == 404

    until("the dependent to be deleted", deleted)


steps.run()
