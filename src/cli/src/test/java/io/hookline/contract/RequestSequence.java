package io.hookline.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random requests of all verbs for a few objects of one kind. The same seed gives the same requests. {@code PREFIX} in
 * them stands for the start of names, {@code NAMESPACE} for the namespace.
 */
final class RequestSequence {

    private static final String JSON = "application/json";

    /** The kinds; {@code spec} is a body without metadata, which a server accepts. */
    enum Kind {
        CONFIG_MAP("/api/v1", "configmaps", "v1", "ConfigMap", "{'data':{'a':'1','b':'x'},'immutable':false}"),
        SECRET("/api/v1", "secrets", "v1", "Secret", "{'type':'Opaque','data':{'a':'YQ=='},'stringData':{'b':'c'}}"),
        SERVICE(
                "/api/v1",
                "services",
                "v1",
                "Service",
                "{'spec':{'selector':{'a':'b'},'ports':[{'name':'http','port':80,'targetPort':8080}]}}"),
        POD(
                "/api/v1",
                "pods",
                "v1",
                "Pod",
                "{'spec':{'containers':[{'name':'c','image':'i:1','env':[{'name':'A','value':'b'}],"
                        + "'resources':{'limits':{'cpu':'1','memory':'1Gi'}}}],'nodeSelector':{'a':'b'}}}"),
        DEPLOYMENT(
                "/apis/apps/v1",
                "deployments",
                "apps/v1",
                "Deployment",
                "{'spec':{'replicas':2,'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},"
                        + "'spec':{'containers':[{'name':'c','image':'i:1'}]}}}}"),
        LEASE(
                "/apis/coordination.k8s.io/v1",
                "leases",
                "coordination.k8s.io/v1",
                "Lease",
                "{'spec':{'holderIdentity':'me','leaseDurationSeconds':10,'renewTime':'2026-01-01T00:00:00.000000Z'}}"),
        ROLE(
                "/apis/rbac.authorization.k8s.io/v1",
                "roles",
                "rbac.authorization.k8s.io/v1",
                "Role",
                "{'rules':[{'apiGroups':[''],'resources':['pods'],'verbs':['get']}]}"),
        AUTOSCALER(
                "/apis/autoscaling/v2",
                "horizontalpodautoscalers",
                "autoscaling/v2",
                "HorizontalPodAutoscaler",
                SCALED),
        OLD_AUTOSCALER(
                "/apis/autoscaling/v1",
                "horizontalpodautoscalers",
                "autoscaling/v1",
                "HorizontalPodAutoscaler",
                "{'spec':{'scaleTargetRef':{'kind':'Deployment','name':'d'},'maxReplicas':3,'targetCPUUtilizationPercentage':60}}"),
        EVENT(
                "/api/v1",
                "events",
                "v1",
                "Event",
                "{'involvedObject':{'kind':'Pod','namespace':'NAMESPACE','name':'p'},'reason':'R','message':'m','type':'Normal',"
                        + "'firstTimestamp':'2026-01-01T00:00:00Z','count':1,'source':{'component':'c'}}"),
        NEW_EVENT(
                "/apis/events.k8s.io/v1",
                "events",
                "events.k8s.io/v1",
                "Event",
                "{'regarding':{'kind':'Pod','namespace':'NAMESPACE','name':'p'},'reason':'R','note':'m','type':'Normal',"
                        + "'action':'A','eventTime':'2026-01-01T00:00:00.000000Z','reportingController':'example.com/c',"
                        + "'reportingInstance':'i','series':{'count':2,'lastObservedTime':'2026-01-01T00:00:00.000000Z'}}"),
        TOY("/apis/sequences.example.com/v1", "toys", "sequences.example.com/v1", "Toy", Definitions.TOY),
        OLD_TOY(
                "/apis/sequences.example.com/v1beta1",
                "toys",
                "sequences.example.com/v1beta1",
                "Toy",
                "{'spec':{'color':'red','count':2,'maybe':'y'}}"),
        BRICK(
                "/apis/sequences.example.com/v1",
                "bricks",
                "sequences.example.com/v1",
                "Brick",
                "{'spec':{'size':1},'status':{'x':1}}"),
        DAEMON_SET(
                "/apis/apps/v1",
                "daemonsets",
                "apps/v1",
                "DaemonSet",
                "{'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},"
                        + "'spec':{'containers':[{'name':'c','image':'i:1'}]}}}}"),
        ENDPOINTS(
                "/api/v1",
                "endpoints",
                "v1",
                "Endpoints",
                "{'subsets':[{'addresses':[{'ip':'192.0.2.1','hostname':'h','nodeName':'n'}],"
                        + "'notReadyAddresses':[{'ip':'2001:db8::1'}],'ports':[{'name':'a','port':80,'protocol':'TCP'}]}]}"),
        POLICY(
                "/apis/networking.k8s.io/v1",
                "networkpolicies",
                "networking.k8s.io/v1",
                "NetworkPolicy",
                "{'spec':{'podSelector':{'matchLabels':{'a':'b'}},'ingress':[{'from':[{'ipBlock':{'cidr':'192.0.2.0/24',"
                        + "'except':['192.0.2.0/28']}},{'namespaceSelector':{'matchExpressions':[{'key':'k','operator':'In',"
                        + "'values':['v']}]}}],'ports':[{'port':80,'endPort':90},{'port':'http','protocol':'UDP'}]}]}}"),
        QUOTA(
                "/api/v1",
                "resourcequotas",
                "v1",
                "ResourceQuota",
                "{'spec':{'hard':{'count/absent.example.com':'5','requests.storage':'1Ti'}}}"),
        LIMIT_RANGE(
                "/api/v1",
                "limitranges",
                "v1",
                "LimitRange",
                "{'spec':{'limits':[{'type':'PersistentVolumeClaim','min':{'storage':'1Gi'},'max':{'storage':'2Gi'}}]}}");

        final String collection;
        final String apiVersion;
        final String kind;
        final String body;

        Kind(String root, String plural, String apiVersion, String kind, String body) {
            this.collection = root + "/namespaces/NAMESPACE/" + plural;
            this.apiVersion = apiVersion;
            this.kind = kind;
            this.body = body.replace('\'', '"');
        }

        boolean isCustom() {
            return apiVersion.startsWith("sequences.");
        }

        /** The other version of the same objects; itself if there is none. */
        Kind other() {
            return switch (this) {
                case TOY -> OLD_TOY;
                case OLD_TOY -> TOY;
                case AUTOSCALER -> OLD_AUTOSCALER;
                case OLD_AUTOSCALER -> AUTOSCALER;
                case EVENT -> NEW_EVENT;
                case NEW_EVENT -> EVENT;
                default -> this;
            };
        }
    }

    private static final String SCALED =
            "{'spec':{'scaleTargetRef':{'apiVersion':'apps/v1','kind':'Deployment','name':'d'},'minReplicas':1,'maxReplicas':3,"
                    + "'metrics':[{'type':'Resource','resource':{'name':'cpu','target':{'type':'Utilization','averageUtilization':50}}}]}}";

    /** The custom kinds. */
    static final class Definitions {

        private Definitions() {}

        static final String TOY = "{'spec':{'color':'red','count':2,'tags':['x','y'],'parts':[{'name':'p','size':1}],"
                + "'labels':{'a':'b'},'free':{'x':[1,{'y':null}]},'port':80,'when':'2026-01-01T00:00:00Z',"
                + "'nested':{'deep':{'a':'b'}}}}";

        private static final String TOY_SCHEMA =
                "{'type':'object','properties':{'spec':{'type':'object','required':['color'],'properties':{"
                        + "'color':{'type':'string','enum':['red','green','blue']},"
                        + "'count':{'type':'integer','format':'int32','minimum':0,'maximum':10,'default':1},"
                        + "'tags':{'type':'array','x-kubernetes-list-type':'set','maxItems':3,'items':{'type':'string','maxLength':5}},"
                        + "'parts':{'type':'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['name'],"
                        + "'items':{'type':'object','required':['name'],'properties':{'name':{'type':'string'},"
                        + "'size':{'type':'integer','default':3},'note':{'type':'string','nullable':true}}}},"
                        + "'labels':{'type':'object','additionalProperties':{'type':'string','pattern':'^[a-z]*$'}},"
                        + "'free':{'x-kubernetes-preserve-unknown-fields':true},"
                        + "'port':{'x-kubernetes-int-or-string':true},"
                        + "'when':{'type':'string','format':'date-time'},"
                        + "'ratio':{'type':'number'},'maybe':{'type':'string','nullable':true,'default':'m'},"
                        + "'fixed':{'type':'string','x-kubernetes-validations':[{'rule':'self == oldSelf'}]},"
                        + "'nested':{'type':'object','properties':{'deep':{'type':'object','properties':{'a':{'type':'string'}}}}}},"
                        + "'x-kubernetes-validations':[{'rule':'!has(self.count) || self.count != 7','message':'not seven'}]},"
                        + "'status':{'type':'object','properties':{'count':{'type':'integer'},'phase':{'type':'string'}}}}}";

        static List<String> all() {
            String toy =
                    "{'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition','metadata':{'name':'toys.sequences.example.com'},"
                            + "'spec':{'group':'sequences.example.com','scope':'Namespaced','names':{'plural':'toys','kind':'Toy'},'versions':["
                            + "{'name':'v1','served':true,'storage':true,'subresources':{'status':{},'scale':{'specReplicasPath':'.spec.count',"
                            + "'statusReplicasPath':'.status.count'}},'selectableFields':[{'jsonPath':'.spec.color'}],"
                            + "'additionalPrinterColumns':[{'name':'Color','type':'string','jsonPath':'.spec.color'}],"
                            + "'schema':{'openAPIV3Schema':" + TOY_SCHEMA + "}},"
                            + "{'name':'v1beta1','served':true,'storage':false,'deprecated':true,'subresources':{'status':{}},"
                            + "'schema':{'openAPIV3Schema':{'type':'object','properties':{'spec':{'type':'object','properties':{"
                            // The stored version adds no other default: see the limitations.
                            + "'color':{'type':'string','default':'green'},'count':{'type':'integer','default':1},"
                            + "'tags':{'type':'array','x-kubernetes-list-type':'set','items':{'type':'string'}},'maybe':{'type':'string','default':'m'},"
                            + "'old':{'type':'string','default':'o'},'free':{'x-kubernetes-preserve-unknown-fields':true}},"
                            + "'x-kubernetes-validations':[{'rule':'!has(self.count) || self.count != 7','message':'not seven'}]},"
                            + "'status':{'type':'object','x-kubernetes-preserve-unknown-fields':true}}}}}]}}";
            String brick =
                    "{'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition','metadata':{'name':'bricks.sequences.example.com'},"
                            + "'spec':{'group':'sequences.example.com','scope':'Namespaced','names':{'plural':'bricks','kind':'Brick'},'versions':["
                            + "{'name':'v1','served':true,'storage':true,'schema':{'openAPIV3Schema':{'type':'object',"
                            + "'properties':{'spec':{'type':'object','properties':{'size':{'type':'integer'}}},"
                            + "'status':{'type':'object','x-kubernetes-preserve-unknown-fields':true}}}}}]}}";
            return List.of(toy.replace('\'', '"'), brick.replace('\'', '"'));
        }
    }

    /** Which version an update names. */
    enum Version {
        CURRENT,
        FIRST,
        NONE,
        ZERO,
        NOT_A_NUMBER
    }

    /**
     * One request.
     *
     * @param version for an update: its body is a merge patch for the object as it was last seen; null for others
     */
    record Step(String method, String path, String type, String accept, String body, Version version) {
        @Override
        public String toString() {
            return method + " " + path + (type.isEmpty() ? "" : " (" + type + ")")
                    + (accept.equals(JSON) ? "" : " [" + accept + "]") + (version == null ? "" : " " + version)
                    + (body.isEmpty() ? "" : " " + body);
        }
    }

    private final Random random;
    private final Kind first;

    /** The version of the request that is made; mostly the first. */
    private Kind kind;

    private int scales;

    RequestSequence(long seed) {
        this.random = new Random(seed * 7919);
        this.first = Kind.values()[(int) (seed % Kind.values().length)];
        this.kind = first;
    }

    Kind kind() {
        return first;
    }

    List<Step> steps(int count) {
        List<Step> steps = new ArrayList<>();
        steps.add(create(name(), false));
        for (int i = 1; i < count; i++) {
            steps.add(step());
        }
        return steps;
    }

    private Step step() {
        int choice = random.nextInt(20);
        // Who owns the fields of a built-in kind that is written in two versions: see the limitations.
        boolean mixed = first.isCustom() || choice >= 14;
        kind = mixed && chance(25) ? first.other() : first;
        return switch (choice) {
            case 0, 1, 2, 3 -> create(name(), chance(40));
            case 4, 5, 6, 7 -> update();
            case 8, 9, 10, 11, 12, 13 -> patch();
            case 14, 15 -> delete();
            case 16, 17 -> list();
            case 18 -> new Step("GET", object() + subresource(), "", accept(), "", null);
            default -> deleteCollection();
        };
    }

    private Step create(String name, boolean odd) {
        ObjectNode tree = whole(name);
        if (odd) {
            mutate(tree);
        }
        String body = GoJson.text(tree);
        String type = one(List.of(JSON, JSON, JSON, "application/yaml", "application/yaml; charset=utf-8"));
        if (odd && chance(5)) {
            type = "text/plain";
        }
        if (odd && chance(5)) {
            body = one(List.of("", "[]", "{", "null", "1", "{}"));
        }
        return new Step("POST", kind.collection + query(true), type, accept(), body, null);
    }

    private ObjectNode whole(String name) {
        ObjectNode tree = Json.object(kind.body.getBytes(StandardCharsets.UTF_8));
        if (chance(40)) {
            vary(tree);
        }
        tree.put("apiVersion", kind.apiVersion).put("kind", kind.kind);
        ObjectNode metadata = tree.putObject("metadata").put("name", name);
        ObjectNode labels = metadata.putObject("labels").put("sequence", "PREFIX");
        if (chance(50)) {
            labels.put("l", one(List.of("1", "2")));
        }
        if (chance(15)) {
            metadata.putArray("finalizers").add("example.com/hold");
        }
        if (chance(10)) {
            metadata.putObject("annotations").put("note", "n");
        }
        return tree;
    }

    private Step update() {
        ObjectNode change = Json.NODES.objectNode();
        ObjectNode metadata = change.putObject("metadata");
        if (chance(50)) {
            metadata.putObject("labels").put("l", one(List.of("1", "2", "3")));
        }
        if (chance(20)) {
            metadata.putArray("finalizers");
        }
        if (chance(50)) {
            ObjectNode other = Json.object(kind.body.getBytes(StandardCharsets.UTF_8));
            vary(other);
            other.properties().forEach(field -> change.set(field.getKey(), field.getValue()));
        }
        if (chance(20)) {
            mutate(change);
        }
        if (chance(20)) {
            change.putObject("status")
                    .put("phase", one(List.of("Running", "Done")))
                    .put("count", random.nextInt(3));
        }
        Version version = chance(60) ? Version.CURRENT : one(List.of(Version.values()));
        String sub =
                kind.isCustom() && chance(20) ? subresource() : ""; // others differ in metadata: see the limitations
        return new Step("PUT", object() + sub + query(false), JSON, accept(), GoJson.text(change), version);
    }

    private Step patch() {
        String sub = chance(25) ? subresource() : "";
        return switch (random.nextInt(4)) {
            case 0 -> patch(sub, "application/merge-patch+json", merge(sub));
            case 1 -> patch(sub, "application/strategic-merge-patch+json", merge(sub));
            case 2 ->
                patch(kind.isCustom() && !sub.equals("/scale") ? sub : "", "application/json-patch+json", operations());
            default -> apply(kind.isCustom() ? sub : "");
        };
    }

    private Step patch(String sub, String type, String body) {
        return new Step("PATCH", object() + sub + query(false), type, accept(), body, null);
    }

    private String merge(String sub) {
        ObjectNode change = Json.NODES.objectNode();
        if (sub.equals("/scale")) {
            // A scale that changes nothing is a limitation.
            change.putObject("spec").put("replicas", chance(10) ? -1 : 3 + scales++);
            return GoJson.text(change);
        }
        if (!sub.isEmpty() && (!kind.isCustom() || chance(80))) {
            change.putObject("status").put("count", random.nextInt(14) - 2);
            return GoJson.text(change);
        }
        ObjectNode metadata = change.putObject("metadata");
        if (chance(30)) {
            ObjectNode labels = metadata.putObject("labels");
            if (chance(30)) {
                labels.putNull("l");
            } else {
                labels.put("l", one(List.of("1", "2", "x y")));
            }
        }
        if (chance(15)) {
            metadata.putNull("finalizers");
        }
        if (chance(15)) {
            metadata.put("resourceVersion", one(List.of("1", "0", "", "abc")));
        }
        if (chance(60)) {
            ObjectNode other = Json.object(kind.body.getBytes(StandardCharsets.UTF_8));
            vary(other);
            other.properties().forEach(field -> change.set(field.getKey(), field.getValue()));
        }
        if (chance(30)) {
            mutate(change);
        }
        return chance(3) ? one(List.of("", "[]", "1", "{", "null")) : GoJson.text(change);
    }

    private String operations() {
        ArrayNode operations = Json.NODES.arrayNode();
        int count = 1 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            ObjectNode operation = operations.addObject();
            operation.put("op", one(List.of("add", "replace", "remove", "test", "copy", "move", "add", "replace")));
            operation.put("path", path());
            String op = operation.path("op").asText();
            if (List.of("copy", "move").contains(op)) {
                operation.put("from", path());
            } else if (!op.equals("remove")) {
                JsonNode value = value();
                // A null in a Secret: see the limitations.
                operation.set("value", kind == Kind.SECRET && value.isNull() ? Json.NODES.textNode("q") : value);
            }
            if (chance(4)) {
                operation.put("op", "jump");
            }
            if (chance(4)) {
                operation.remove(one(List.of("op", "path", "value", "from")));
            }
        }
        return chance(3) ? one(List.of("{}", "[]", "[1]", "null", "[")) : GoJson.text(operations);
    }

    private String path() {
        List<String> paths = new ArrayList<>(List.of(
                "/metadata/labels/l",
                "/metadata/labels/sequence~1x",
                "/metadata/annotations",
                "/metadata/name",
                "/nothing/x",
                "/metadata/labels"));
        switch (kind) {
            case CONFIG_MAP, SECRET -> paths.addAll(List.of("/data/a", "/data/z", "/data", "/immutable"));
            case POD ->
                paths.addAll(List.of("/spec/containers/0/image", "/spec/activeDeadlineSeconds", "/spec/containers/5"));
            case DEPLOYMENT ->
                paths.addAll(List.of("/spec/replicas", "/spec/paused", "/spec/template/spec/containers/0/image"));
            case SERVICE -> paths.addAll(List.of("/spec/ports/0/port", "/spec/ports/-", "/spec/selector/a"));
            case LEASE -> paths.addAll(List.of("/spec/holderIdentity", "/spec/leaseTransitions"));
            case ROLE -> paths.addAll(List.of("/rules/0/verbs/-", "/rules/0", "/rules"));
            case TOY, OLD_TOY ->
                paths.addAll(List.of(
                        "/spec/color",
                        "/spec/count",
                        "/spec/tags/0",
                        "/spec/tags/-",
                        "/spec/parts/0/size",
                        "/spec/labels/z",
                        "/spec/free",
                        "/spec/unknown",
                        "/status/phase",
                        "/spec"));
            case BRICK -> paths.addAll(List.of("/spec/size", "/status/x", "/status"));
            case AUTOSCALER ->
                paths.addAll(List.of("/spec/minReplicas", "/spec/behavior", "/spec/scaleTargetRef/name"));
            case OLD_AUTOSCALER -> paths.addAll(List.of("/spec/minReplicas", "/spec/targetCPUUtilizationPercentage"));
            case EVENT -> paths.addAll(List.of("/reason", "/message", "/count", "/type", "/involvedObject/name"));
            case NEW_EVENT -> paths.addAll(List.of("/reason", "/note", "/series", "/series/count", "/action", "/type"));
        }
        return one(paths);
    }

    private JsonNode value() {
        return switch (random.nextInt(9)) {
            case 0 -> Json.NODES.numberNode((long) random.nextInt(14) - 2);
            case 1 -> Json.NODES.nullNode();
            case 2 -> Json.NODES.booleanNode(chance(50));
            case 3 -> Json.NODES.objectNode().put("a", "b");
            case 4 -> Json.NODES.arrayNode().add("q");
            case 5 -> Json.NODES.numberNode(1.5);
            default -> Json.NODES.textNode(one(List.of("1", "red", "green", "i:2", "x y", "YQ==", "")));
        };
    }

    private Step apply(String sub) {
        ObjectNode tree = Json.NODES.objectNode();
        tree.put("apiVersion", kind.apiVersion).put("kind", kind.kind);
        ObjectNode metadata = tree.putObject("metadata").put("name", name());
        metadata.putObject("labels").put("sequence", "PREFIX");
        if (sub.isEmpty()) {
            ObjectNode other = Json.object(kind.body.getBytes(StandardCharsets.UTF_8));
            vary(other);
            other.properties().forEach(field -> tree.set(field.getKey(), field.getValue()));
            if (chance(20)) {
                mutate(tree);
            }
        } else if (sub.equals("/status")) {
            tree.putObject("status").put("count", random.nextInt(4));
        } else {
            return patch(sub, "application/merge-patch+json", merge(sub));
        }
        String query = "?fieldManager=" + one(List.of("ann", "bob")) + (chance(50) ? "&force=true" : "")
                + (chance(15) ? "&dryRun=All" : "");
        String named = metadata.path("name").asText();
        String path = kind.collection + "/" + (named.isEmpty() ? name() : named) + sub;
        return new Step("PATCH", path + query, "application/apply-patch+yaml", accept(), GoJson.text(tree), null);
    }

    private Step delete() {
        if (chance(40)) {
            List<String> queries = List.of(
                    "",
                    "",
                    "?gracePeriodSeconds=0",
                    "?propagationPolicy=Background",
                    "?dryRun=All",
                    "?propagationPolicy=Bogus",
                    "?gracePeriodSeconds=-5",
                    "?orphanDependents=false",
                    "?dryRun=All&propagationPolicy=Foreground",
                    "?dryRun=Some");
            return new Step("DELETE", object() + one(queries), "", accept(), "", null);
        }
        ObjectNode options = Json.NODES.objectNode();
        if (chance(80)) {
            options.put("apiVersion", "v1").put("kind", "DeleteOptions");
        }
        if (chance(30)) {
            options.putObject("preconditions")
                    .put("uid", one(List.of("UID", "UID", "UID", "00000000-0000-0000-0000-000000000000", "")));
        }
        if (chance(30)) {
            options.withObjectProperty("preconditions")
                    .put("resourceVersion", one(List.of("VERSION", "VERSION", "VERSION", "1", "")));
        }
        if (chance(20)) {
            options.set("gracePeriodSeconds", chance(5) ? value() : Json.NODES.numberNode((long) random.nextInt(3)));
        }
        if (chance(20)) {
            options.put("propagationPolicy", one(List.of("Background", "Background", "Bogus")));
        }
        if (chance(10)) {
            options.put("orphanDependents", false);
        }
        if (chance(15)) {
            options.putArray("dryRun").add(one(List.of("All", "Some")));
        }
        String query = chance(10) ? one(List.of("?dryRun=All", "?propagationPolicy=Bogus")) : ""; // of no effect
        String body = chance(5) ? one(List.of("{}", "null", "[]")) : GoJson.text(options);
        return new Step("DELETE", object() + query, one(List.of(JSON, "application/yaml")), accept(), body, null);
    }

    private Step deleteCollection() {
        return new Step(
                "DELETE",
                kind.collection + "?labelSelector=sequence%3DPREFIX" + one(List.of("", ",l%3D1", ",l%21%3D1", ",l"))
                        + one(List.of("", "", "&dryRun=All")),
                "",
                JSON,
                "",
                null);
    }

    private Step list() {
        List<String> queries = new ArrayList<>(List.of(
                "",
                ",l",
                ",!l",
                ",l+in+(1,2)",
                ",l+notin+(1)",
                ",l%21%3D2",
                "&limit=1",
                "&limit=2",
                "&fieldSelector=metadata.name%3DPREFIX-a",
                "&fieldSelector=metadata.name!%3DPREFIX-a",
                "&fieldSelector=spec.nothing%3Da",
                "&limit=abc",
                "&resourceVersion=0",
                "&resourceVersionMatch=NotOlderThan",
                "&resourceVersion=abc",
                ",l+in+()",
                ",=",
                "&resourceVersion=1&resourceVersionMatch=Bogus",
                "&continue=abc&limit=1",
                "&limit=-1",
                "&timeoutSeconds=1"));
        if (kind == Kind.TOY) {
            queries.addAll(List.of("&fieldSelector=spec.color%3Dred", "&fieldSelector=spec.count%3D2"));
        }
        return new Step(
                "GET", kind.collection + "?labelSelector=sequence%3DPREFIX" + one(queries), "", accept(), "", null);
    }

    /** Changes a value in a way that is mostly allowed. */
    private void vary(ObjectNode tree) {
        switch (kind) {
            case CONFIG_MAP -> {
                tree.withObjectProperty("data").put(one(List.of("a", "b", "c")), one(List.of("1", "2")));
                if (chance(10)) {
                    tree.put("immutable", true);
                }
            }
            case SECRET -> tree.withObjectProperty("data").put("c", "Yw==");
            case SERVICE -> tree.withObjectProperty("spec").put("sessionAffinity", one(List.of("None", "ClientIP")));
            case POD -> {
                ObjectNode container = (ObjectNode) tree.at("/spec/containers/0");
                container.put("image", one(List.of("i:1", "i:2", "i", "r.io:5000/i", "i@sha256:" + "a".repeat(64))));
                container
                        .withObjectProperty("resources")
                        .withObjectProperty("limits")
                        .put(
                                "cpu",
                                one(List.of(
                                        "1", "0.5", "1000m", "1500m", "1e3", "2k", "0.1u", "+1", "1.", "0.500", "010")))
                        .put(
                                "memory",
                                one(List.of(
                                        "1024Mi",
                                        "1.5Gi",
                                        "128974848",
                                        "100M",
                                        "1Ki",
                                        "512",
                                        "1e9",
                                        "123e2",
                                        "8Ei",
                                        "1.5G")));
                if (chance(20)) {
                    container
                            .withObjectProperty("resources")
                            .withObjectProperty("requests")
                            .set("cpu", Json.NODES.numberNode(one(List.of(0.5, 0.001))));
                }
            }
            case DEPLOYMENT ->
                tree.withObjectProperty("spec")
                        .put("replicas", (long) random.nextInt(3))
                        .put("paused", chance(30));
            case LEASE ->
                tree.withObjectProperty("spec")
                        .put("leaseDurationSeconds", (long) random.nextInt(4))
                        .put("leaseTransitions", 1L);
            case ROLE -> ((ArrayNode) tree.at("/rules/0/verbs")).add(one(List.of("list", "watch")));
            case TOY, OLD_TOY -> {
                ObjectNode spec = tree.withObjectProperty("spec");
                spec.put("color", one(List.of("red", "green", "blue")))
                        .put("count", one(List.of(0L, 1L, 2L, 7L, 11L, -1L)));
                if (chance(30)) {
                    spec.put("fixed", one(List.of("f", "g")));
                }
                if (chance(30)) {
                    spec.putArray("tags").add(one(List.of("x", "y"))).add(one(List.of("y", "z")));
                }
                if (chance(30)) {
                    spec.putNull("maybe");
                }
            }
            case AUTOSCALER -> {
                ObjectNode spec = tree.withObjectProperty("spec");
                spec.put("minReplicas", (long) random.nextInt(5));
                if (chance(40)) {
                    spec.set(
                            "metrics",
                            Json.parse(one(List.of(
                                            "[]",
                                            "[{'type':'Resource','resource':{'name':'memory','target':{'type':'AverageValue',"
                                                    + "'averageValue':'1Gi'}}}]",
                                            "[{'type':'Pods','pods':{'metric':{'name':'p'},'target':{'type':'AverageValue',"
                                                    + "'averageValue':'1500m'}}},{'type':'Resource','resource':{'name':'cpu',"
                                                    + "'target':{'type':'Utilization','averageUtilization':7}}}]"))
                                    .replace('\'', '"')
                                    .getBytes(StandardCharsets.UTF_8)));
                }
                if (chance(30)) {
                    spec.putObject("behavior")
                            .putObject(one(List.of("scaleUp", "scaleDown")))
                            .put("selectPolicy", one(List.of("Min", "Max")));
                }
            }
            case OLD_AUTOSCALER ->
                tree.withObjectProperty("spec")
                        .put("minReplicas", (long) random.nextInt(5))
                        .put("targetCPUUtilizationPercentage", 1L + random.nextInt(90));
            case EVENT ->
                tree.put("count", (long) random.nextInt(4))
                        .put("reason", one(List.of("R", "S", "x".repeat(129))))
                        .put("message", one(List.of("m", "x".repeat(1025))));
            case NEW_EVENT -> {
                if (chance(30)) {
                    tree.put("note", one(List.of("m", "n", "x".repeat(1025))));
                }
                if (chance(50)) {
                    tree.putObject("series")
                            .put("count", 1L + random.nextInt(3))
                            .put("lastObservedTime", "2026-01-01T00:00:0" + random.nextInt(2) + ".000000Z");
                }
                if (chance(20)) {
                    tree.put(one(List.of("reason", "action", "reportingInstance")), one(List.of("R", "x".repeat(129))));
                }
            }
            case BRICK -> {
                tree.withObjectProperty("spec").put("size", (long) random.nextInt(4));
                tree.withObjectProperty("status").put("x", (long) random.nextInt(4));
            }
        }
    }

    /** Makes one place of a tree wrong, or odd. */
    private void mutate(ObjectNode tree) {
        // Of the rules for metrics only few are known: see the limitations.
        boolean scaler = kind == Kind.AUTOSCALER || kind == Kind.OLD_AUTOSCALER;
        if (scaler || chance(25)) {
            metadata(tree.withObjectProperty("metadata"));
            return;
        }
        List<ObjectNode> places = new ArrayList<>();
        collect(tree, places);
        ObjectNode place = one(places);
        List<String> fields = new ArrayList<>();
        place.fieldNames().forEachRemaining(fields::add);
        if (fields.isEmpty() || chance(20)) {
            place.put(one(List.of("odd", "Spec", "spec.x")), 1);
            return;
        }
        String field = one(fields);
        if (chance(25)) {
            place.remove(field);
        } else {
            JsonNode value = value();
            // A list where a time is wanted, a fraction of a byte, a null in a Secret, a kind: see the limitations.
            if (kind.isCustom() && field.equals("kind")) {
                return;
            }
            boolean limited = (field.equals("when") && value.isArray())
                    || (field.equals("memory") && value.isFloatingPointNumber())
                    || (kind == Kind.SECRET && value.isNull());
            place.set(field, limited ? Json.NODES.textNode("q") : value);
        }
    }

    private static void collect(JsonNode tree, List<ObjectNode> places) {
        if (tree instanceof ObjectNode object) {
            places.add(object);
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                if (!field.getKey().equals("metadata")) {
                    collect(field.getValue(), places);
                }
            }
        } else {
            tree.forEach(element -> collect(element, places));
        }
    }

    private void metadata(ObjectNode metadata) {
        switch (random.nextInt(14)) {
            case 0 ->
                metadata.put("name", one(List.of("PREFIX-Upper", "PREFIX_under", "", "PREFIX-" + "x".repeat(250))));
            case 1 -> metadata.withObjectProperty("labels").put("bad key!", "x");
            case 2 -> metadata.withObjectProperty("labels").put("l", "-x");
            case 3 -> metadata.withObjectProperty("labels").put("l", 1);
            case 4 -> metadata.withObjectProperty("annotations").put("-", "x");
            case 5 -> metadata.putArray("finalizers").add(one(List.of("hold", "", "example.com/", "a/b/c")));
            case 6 -> metadata.put("namespace", "elsewhere");
            case 7 -> metadata.put("uid", "00000000-0000-0000-0000-000000000000");
            case 8 -> metadata.put("creationTimestamp", one(List.of("2020-01-01T00:00:00Z", "soon")));
            case 9 -> metadata.put("odd", 1);
            case 10 -> metadata.put("generation", 77);
            case 11 -> {
                boolean version = chance(50); // a whole one would be followed by the garbage collector
                metadata.putArray("ownerReferences")
                        .addObject()
                        .put("apiVersion", version ? "v1" : "")
                        .put("kind", "ConfigMap")
                        .put("name", "o")
                        .put("uid", version ? "" : "u");
            }
            case 12 -> metadata.putArray("labels");
            default -> {
                metadata.remove("name");
                metadata.put("generateName", "PREFIX-gen-");
            }
        }
    }

    private String query(boolean create) {
        List<String> queries = new ArrayList<>(List.of(
                "",
                "",
                "",
                "",
                "",
                "dryRun=All",
                "fieldValidation=Strict",
                "fieldValidation=Ignore",
                "fieldManager=cid",
                "fieldValidation=Bogus",
                "dryRun=Some",
                "pretty=true"));
        if (!create) {
            queries.add("force=true");
        }
        String query = one(queries);
        return query.isEmpty() ? "" : "?" + query;
    }

    private String object() {
        return kind.collection + "/" + name();
    }

    private String name() {
        return "PREFIX-" + one(List.of("a", "a", "b"));
    }

    private String subresource() {
        return one(List.of("", "/status", "/scale", "/status", "/scale", "/nothing"));
    }

    private String accept() {
        return one(List.of(
                JSON,
                JSON,
                JSON,
                JSON,
                JSON,
                JSON,
                "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
                "*/*",
                "text/html"));
    }

    private <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }
}
