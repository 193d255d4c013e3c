"""A KOPF operator for shops, and the steps of its user: children, a daemon, a timer, a finalizer, on the server of KUBECONFIG.

usage: operator_steps.py NAMESPACE
"""

import asyncio
import sys
import threading

import kopf
from kubernetes import client, config
from kubernetes.client.exceptions import ApiException

from steps import Steps, equal, until

NAMESPACE = sys.argv[1]
GROUP = NAMESPACE + ".kopf.example.com"

config.load_kube_config()
api = client.ApiClient()
core = client.CoreV1Api(api)
custom = client.CustomObjectsApi(api)
steps = Steps()


# The operator


@kopf.on.startup()
def configure(settings, **_):
    settings.persistence.finalizer = "kopf.example.com/operator"
    # A timer that is at work when its object is deleted is asked again after this, not after a minute.
    settings.background.cancellation_polling = 0.5


@kopf.on.create(GROUP, "v1", "shops")
@kopf.on.resume(GROUP, "v1", "shops")
def shelves(spec, name, namespace, patch, **_):
    for i in range(spec["shelves"]):
        body = {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": "%s-%d" % (name, i), "labels": {"shop": name}},
            "data": {"goods": spec["goods"]},
        }
        kopf.adopt(body)
        core.create_namespaced_config_map(namespace, body)
    patch.status["stock"] = spec["shelves"]
    return {"created": spec["shelves"]}


@kopf.on.field(GROUP, "v1", "shops", field="spec.goods", old=kopf.PRESENT)
def restock(new, body, name, namespace, **_):
    shelves = core.list_namespaced_config_map(namespace, label_selector="shop=" + name)
    for shelf in shelves.items:
        core.patch_namespaced_config_map(shelf.metadata.name, namespace, {"data": {"goods": new}})
    kopf.info(body, reason="Restocked", message="the shelves have %s now" % new)


attempts = []


@kopf.on.update(GROUP, "v1", "shops", field="spec.audit", new="wanted", backoff=0.1)
def audit(patch, retry, **_):
    attempts.append(retry)
    if retry < 2:
        raise kopf.TemporaryError("the auditor is late", delay=0.1)
    patch.status["audited"] = True


@kopf.timer(GROUP, "v1", "shops", interval=0.3)
def count(patch, status, **_):
    patch.status["ticks"] = status.get("ticks", 0) + 1


@kopf.daemon(GROUP, "v1", "shops", cancellation_timeout=1.0)
async def guard(stopped, name, namespace, **_):
    note = client.V1ConfigMap(metadata=client.V1ObjectMeta(name=name + "-guard"))
    core.create_namespaced_config_map(namespace, note)
    await stopped.wait()
    core.delete_namespaced_config_map(name + "-guard", namespace)


@kopf.on.delete(GROUP, "v1", "shops")
def close(name, namespace, **_):
    try:
        core.create_namespaced_config_map(
            namespace, client.V1ConfigMap(metadata=client.V1ObjectMeta(name=name + "-closed"))
        )
    except ApiException as e:
        equal(e.status, 409)  # KOPF calls it once more if a timer has written meanwhile


seen = []


@kopf.on.event("v1", "configmaps", labels={"shop": kopf.PRESENT})
def shelf_changed(type, name, **_):
    seen.append((type, name))


# The steps of its user

ready = threading.Event()
stop = threading.Event()


def operate():
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    loop.run_until_complete(
        kopf.operator(
            standalone=True, namespaces=[NAMESPACE], ready_flag=ready, stop_flag=stop, identity="test"
        )
    )


operator = threading.Thread(target=operate, daemon=True)
AT = (GROUP, "v1", NAMESPACE, "shops")


def shop(name):
    return custom.get_namespaced_custom_object(*AT, name)


def create(name, **spec):
    body = {"apiVersion": GROUP + "/v1", "kind": "Shop", "metadata": {"name": name}, "spec": spec}
    custom.create_namespaced_custom_object(*AT, body)


def goods_of(name):
    items = core.list_namespaced_config_map(NAMESPACE, label_selector="shop=" + name).items
    return {item.metadata.name: item.data["goods"] for item in items}


def has_map(name):
    try:
        core.read_namespaced_config_map(name, NAMESPACE)
        return True
    except ApiException as e:
        equal(e.status, 404)
        return False


@steps.step
def the_definition_is_served():
    body = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "shops." + GROUP},
        "spec": {
            "group": GROUP,
            "scope": "Namespaced",
            "names": {"plural": "shops", "kind": "Shop"},
            "versions": [
                {
                    "name": "v1",
                    "served": True,
                    "storage": True,
                    "subresources": {"status": {}},
                    "schema": {
                        "openAPIV3Schema": {
                            "type": "object",
                            "properties": {
                                "spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
                                "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
                            },
                        }
                    },
                }
            ],
        },
    }
    client.ApiextensionsV1Api(api).create_custom_resource_definition(body)

    def served():
        try:
            return "items" in custom.list_namespaced_custom_object(*AT)
        except ApiException as e:
            assert e.status in (404, 429), e  # a real server needs a moment
            return False

    until("the kind to be served", served)


@steps.step
def an_object_that_is_older_than_the_operator_is_resumed():
    create("old", shelves=1, goods="books")
    operator.start()
    assert ready.wait(60), "the operator is not ready"
    until("the shelf of the old shop", lambda: goods_of("old") == {"old-0": "books"})


@steps.step
def the_handler_of_a_create_makes_children_with_their_owner():
    create("new", shelves=3, goods="tea")
    until("three shelves", lambda: goods_of("new") == {"new-%d" % i: "tea" for i in range(3)})
    owner = core.read_namespaced_config_map("new-0", NAMESPACE).metadata.owner_references[0]
    equal((owner.kind, owner.name, owner.controller), ("Shop", "new", True))
    until("the status", lambda: shop("new").get("status", {}).get("stock") == 3)


@steps.step
def the_operator_has_its_finalizer_on_the_object():
    until(
        "the finalizer",
        lambda: shop("new")["metadata"].get("finalizers") == ["kopf.example.com/operator"],
    )


@steps.step
def the_state_of_the_handlers_is_stored_in_an_annotation():
    until(
        "the annotation",
        lambda: "kopf.zalando.org/last-handled-configuration" in shop("new")["metadata"].get("annotations", {}),
    )


@steps.step
def the_daemon_runs():
    until("the note of the daemon", lambda: has_map("new-guard"))


@steps.step
def the_timer_ticks():
    first = until("a tick", lambda: shop("new")["status"].get("ticks"))
    until("two more ticks", lambda: shop("new")["status"]["ticks"] >= first + 2)


@steps.step
def the_handler_of_a_field_gets_its_change():
    custom.patch_namespaced_custom_object(*AT, "new", {"spec": {"goods": "coffee"}})
    until("coffee", lambda: set(goods_of("new").values()) == {"coffee"})
    equal(goods_of("old"), {"old-0": "books"})


@steps.step
def a_handler_that_fails_for_a_time_is_repeated():
    custom.patch_namespaced_custom_object(*AT, "new", {"spec": {"audit": "wanted"}})
    until("the audit", lambda: shop("new")["status"].get("audited"))
    equal(attempts, [0, 1, 2])


@steps.step
def the_events_of_children_arrive():
    until("the events", lambda: {("ADDED", "new-0"), ("MODIFIED", "new-0")} <= set(seen))


@steps.step
def the_operator_posts_kubernetes_events():
    def messages():
        selector = "involvedObject.kind=Shop,involvedObject.name=new,reason=Restocked"
        events = core.list_namespaced_event(NAMESPACE, field_selector=selector)
        return [(event.type, event.message) for event in events.items]

    until("the event", lambda: messages() == [("Normal", "the shelves have coffee now")])


@steps.step
def a_deletion_waits_for_the_handlers():
    custom.delete_namespaced_custom_object(*AT, "new")
    until("the note of the handler", lambda: has_map("new-closed"))

    def deleted():
        try:
            shop("new")
            return False
        except ApiException as e:
            equal(e.status, 404)
            return True

    until("the shop to be deleted", deleted)
    until("the daemon to end", lambda: not has_map("new-guard"))
    # The garbage collector of a real cluster looks for new kinds every half minute.
    until("the shelves to be deleted", lambda: goods_of("new") == {}, patience=150)


@steps.step
def the_operator_ends():
    stop.set()
    operator.join(60)
    assert not operator.is_alive(), "the operator does not end"


steps.run()
