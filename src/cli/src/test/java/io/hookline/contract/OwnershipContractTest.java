package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which manager owns which fields after each kind of write. */
class OwnershipContractTest extends OwnershipFixture {

    private static final String SPEC = "{'replicas':2,'selector':{'matchLabels':{'app':'x'}},'template':{'metadata':"
            + "{'labels':{'app':'x'}},'spec':{'containers':[{'name':'c','image':'i:1','env':[{'name':'E','value':'1'}],"
            + "'ports':[{'containerPort':80}]}]}}}";

    private static final String REST_OF_SPEC =
            "'f:selector':{},'f:strategy':{'f:rollingUpdate':{'.':{},'f:maxSurge':{},"
                    + "'f:maxUnavailable':{}},'f:type':{}},'f:template':{'f:metadata':{'f:labels':{'.':{},'f:app':{}}},"
                    + "'f:spec':{'f:containers':{'k:{`name`:`c`}':{'.':{},'f:env':{'.':{},'k:{`name`:`E`}':{'.':{},"
                    + "'f:name':{},'f:value':{}}},'f:image':{},'f:imagePullPolicy':{},'f:name':{},'f:ports':{'.':{},"
                    + "'k:{`containerPort`:80,`protocol`:`TCP`}':{'.':{},'f:containerPort':{},'f:protocol':{}}},"
                    + "'f:resources':{},'f:terminationMessagePath':{},'f:terminationMessagePolicy':{}}},'f:dnsPolicy':{},"
                    + "'f:restartPolicy':{},'f:schedulerName':{},'f:securityContext':{},"
                    + "'f:terminationGracePeriodSeconds':{}}}}}";

    private static final String WHOLE_SPEC =
            "{'f:spec':{'f:progressDeadlineSeconds':{},'f:replicas':{},'f:revisionHistoryLimit':{}," + REST_OF_SPEC;

    @Test
    void whoCreatesAnObjectOwnsItsFieldsAndDefaults() {
        KubeObject created = create(deployments(), "maker", deployment("owned-created", SPEC));

        assertThat(managers(created)).containsExactly("maker Update apps/v1 " + WHOLE_SPEC);
    }

    @Test
    void whoUpdatesAnObjectOwnsWhatChanged() {
        KubeObject created = create(configMaps(), "maker", map("owned-updated", "'data':{'a':'1','b':'1','c':'1'}"));
        KubeObject changed = changed(created, tree -> {
            tree.withObjectProperty("data").put("a", "2").put("d", "1").remove("c");
            tree.withObjectProperty("metadata").putObject("labels").put("l", "1");
        });

        assertThat(managers(update(configMaps(), "changer", changed)))
                .containsExactly(
                        "changer Update v1 {'f:data':{'f:a':{},'f:d':{}},'f:metadata':{'f:labels':{'.':{},'f:l':{}}}}",
                        "maker Update v1 {'f:data':{'.':{},'f:b':{}}}");
    }

    @Test
    void allPatchesOfAManagerHaveOneEntry() {
        create(deployments(), "maker", deployment("owned-patched", SPEC));
        patch(
                deployments(),
                "patcher",
                "owned-patched",
                Patch.Type.JSON,
                "[{'op':'replace','path':'/spec/replicas'," + "'value':3}]");
        merge(deployments(), "patcher", "owned-patched", "{'metadata':{'annotations':{'a':'1'}}}");
        KubeObject patched = patch(
                deployments(),
                "patcher",
                "owned-patched",
                Patch.Type.STRATEGIC,
                "{'spec':{'template':{'spec':{'containers':[{'name':'d','image':'j'}]}}}}");

        assertThat(managers(patched))
                .containsExactly(
                        "maker Update apps/v1 {'f:spec':{'f:progressDeadlineSeconds':{},'f:revisionHistoryLimit':{},"
                                + REST_OF_SPEC,
                        "patcher Update apps/v1 {'f:metadata':{'f:annotations':{'.':{},'f:a':{}}},'f:spec':{"
                                + "'f:replicas':{},'f:template':{'f:spec':{'f:containers':{'k:{`name`:`d`}':{'.':{},"
                                + "'f:image':{},'f:imagePullPolicy':{},'f:name':{},'f:resources':{},"
                                + "'f:terminationMessagePath':{},'f:terminationMessagePolicy':{}}}}}}}");
    }

    @Test
    void theStatusAndTheScaleHaveEntriesOfTheirOwn() {
        create(deployments(), "maker", deployment("owned-parts", SPEC));
        Patch status =
                Patch.merge("{\"status\":{\"replicas\":1,\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}"
                        + "]},\"spec\":{\"replicas\":7},\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        cluster().patch(deployments(), key("owned-parts"), status, WriteOptions.STATUS.by("reporter"));
        cluster()
                .patch(
                        deployments(),
                        key("owned-parts"),
                        Patch.merge("{\"spec\":{\"replicas\":5}}"),
                        new WriteOptions("scale", "scaler", false, false));

        assertThat(managers(cluster().get(deployments(), key("owned-parts"))))
                .containsExactly(
                        "maker Update apps/v1 {'f:spec':{'f:progressDeadlineSeconds':{},'f:revisionHistoryLimit':{},"
                                + REST_OF_SPEC,
                        "reporter Update apps/v1/status {'f:status':{'f:conditions':{'.':{},'k:{`type`:`Ready`}':{"
                                + "'.':{},'f:lastTransitionTime':{},'f:lastUpdateTime':{},'f:status':{},'f:type':{}}},"
                                + "'f:replicas':{}}}",
                        "scaler Update apps/v1/scale {'f:spec':{'f:replicas':{}}}");
    }

    /** A real server writes it when it shows a DaemonSet, which counts as a field of the client that left it out. */
    @Test
    void theGenerationOfATemplateBelongsToWhoeverSendsAWholeDaemonSet() {
        ApiResource daemonSets = resource("apps/v1", "daemonsets");
        KubeObject wanted = object(
                "apps/v1",
                "DaemonSet",
                "owned-set",
                "'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},"
                        + "'spec':{'containers':[{'name':'c','image':'i'}]}}}");
        KubeObject applied = apply(daemonSets, "applier", wanted);
        assertThat(owners(applied, "f:deprecated.daemonset.template.generation"))
                .isEmpty();

        KubeObject patched = merge(
                daemonSets, "patcher", "owned-set", "{'spec':{'template':{'metadata':{'annotations':{'x':'y'}}}}}");
        assertThat(owners(patched, "f:deprecated.daemonset.template.generation"))
                .isEmpty();
        assertThat(owners(update(daemonSets, "updater", wanted), "f:deprecated.daemonset.template.generation"))
                .containsExactly("updater");
        KubeObject created = create(
                daemonSets,
                "maker",
                changed(wanted, tree -> tree.withObjectProperty("metadata").put("name", "owned-other-set")));
        assertThat(owners(created, "f:deprecated.daemonset.template.generation"))
                .containsExactly("maker");
    }

    @Test
    void theFinalizerThatProtectsAClaimBelongsToNobody() {
        KubeObject created = create(
                resource("v1", "persistentvolumeclaims"),
                "maker",
                object(
                        "v1",
                        "PersistentVolumeClaim",
                        "owned-claim",
                        "'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}"));

        assertThat(created.finalizers()).containsExactly("kubernetes.io/pvc-protection");
        assertThat(owners(created, "f:finalizers")).isEmpty();
    }

    /** The managers of fields with a name. */
    private static List<String> owners(KubeObject object, String field) {
        return managers(object).stream()
                .filter(manager -> manager.contains("'" + field + "'"))
                .map(manager -> manager.substring(0, manager.indexOf(' ')))
                .toList();
    }

    @Test
    void aScaleOfReplicasThatNobodyOwnsIsNotRecorded() {
        apply(deployments(), "applier", deployment("owned-scaled", SPEC.replace("'replicas':2,", "")));
        cluster()
                .patch(
                        deployments(),
                        key("owned-scaled"),
                        Patch.merge("{\"spec\":{\"replicas\":5}}"),
                        new WriteOptions("scale", "scaler", false, false));

        assertThat(managers(cluster().get(deployments(), key("owned-scaled"))))
                .hasSize(1)
                .noneMatch(entry -> entry.contains("f:replicas"));
    }

    @Test
    void generatedFieldsBelongToNobody() {
        ApiResource services = resource("v1", "services");
        KubeObject service = object(
                "v1",
                "Service",
                "owned-service",
                "'spec':{'type':'NodePort','selector':{'a':'b'},'ports':[{'port':80}]}");

        assertThat(managers(create(services, "maker", service)))
                .containsExactly("maker Update v1 {'f:spec':{'f:externalTrafficPolicy':{},'f:internalTrafficPolicy':{},"
                        + "'f:ports':{'.':{},'k:{`port`:80,`protocol`:`TCP`}':{'.':{},'f:port':{},'f:protocol':{},"
                        + "'f:targetPort':{}}},'f:selector':{},'f:sessionAffinity':{},'f:type':{}}}");
    }

    @Test
    void aPodIsOwnedByContainerAndItsStatusByCondition() {
        ApiResource pods = resource("v1", "pods");
        KubeObject pod =
                object("v1", "Pod", "owned-pod", "'spec':{'containers':[{'name':'c','image':'i','args':['x']}]}");
        create(pods, "maker", pod);
        Patch status = Patch.merge(
                "{\"status\":{\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");

        assertThat(managers(cluster().patch(pods, key("owned-pod"), status, WriteOptions.STATUS.by("kubelet"))))
                .containsExactly(
                        "kubelet Update v1/status {'f:status':{'f:conditions':{'.':{},'k:{`type`:`Ready`}':{'.':{},"
                                + "'f:lastProbeTime':{},'f:lastTransitionTime':{},'f:status':{},'f:type':{}}},"
                                + "'f:phase':{}}}",
                        "maker Update v1 {'f:spec':{'f:containers':{'k:{`name`:`c`}':{'.':{},'f:args':{},'f:image':{},"
                                + "'f:imagePullPolicy':{},'f:name':{},'f:resources':{},'f:terminationMessagePath':{},"
                                + "'f:terminationMessagePolicy':{}}},'f:dnsPolicy':{},'f:enableServiceLinks':{},"
                                + "'f:restartPolicy':{},'f:schedulerName':{},'f:securityContext':{},"
                                + "'f:terminationGracePeriodSeconds':{}}}");
    }

    @Test
    void finalizersAndOwnersAreOwnedOneByOne() {
        KubeObject created = create(configMaps(), "maker", map("owned-owner", ""));
        KubeObject child = ownedBy(withFinalizer(map("owned-child", ""), "example.com/hold"), created);
        create(configMaps(), "maker", child);
        KubeObject both = changed(
                cluster().get(configMaps(), key("owned-child")),
                tree -> tree.withObjectProperty("metadata")
                        .withArrayProperty("finalizers")
                        .add("example.com/second"));

        assertThat(managers(update(configMaps(), "changer", both)))
                .containsExactly(
                        "changer Update v1 {'f:metadata':{'f:finalizers':{'v:`example.com/second`':{}}}}",
                        "maker Update v1 {'f:metadata':{'f:finalizers':{'.':{},'v:`example.com/hold`':{}},"
                                + "'f:ownerReferences':{'.':{},'k:{`uid`:`" + created.uid() + "`}':{}}}}");
        merge(configMaps(), "maker", "owned-child", "{'metadata':{'finalizers':null}}");
    }

    @Test
    void anUpdateThatChangesNothingChangesNoManager() {
        KubeObject created = create(configMaps(), "maker", map("owned-steady", "'data':{'a':'1'}"));

        assertThat(update(configMaps(), "other", created).json()).isEqualTo(created.json());
        assertThat(merge(configMaps(), "other", "owned-steady", "{'data':{'a':'1'}}")
                        .json())
                .isEqualTo(created.json());
    }

    @Test
    void anUpdateWithoutManagersKeepsThem() {
        create(configMaps(), "maker", map("owned-kept", "'data':{'a':'1'}"));

        assertThat(managers(update(configMaps(), "other", map("owned-kept", "'data':{'a':'1','b':'1'}"))))
                .containsExactly(
                        "maker Update v1 {'f:data':{'.':{},'f:a':{}}}", "other Update v1 {'f:data':{'f:b':{}}}");
    }

    @Test
    void aClientMayChangeTheListOfManagers() {
        KubeObject created = create(configMaps(), "maker", map("owned-edited", "'data':{'a':'1'}"));
        KubeObject edited = KubeObject.of(created.json().replace("\"manager\":\"maker\"", "\"manager\":\"heir\""));
        assertThat(managers(update(configMaps(), "editor", edited)))
                .containsExactly("heir Update v1 {'f:data':{'.':{},'f:a':{}}}");

        merge(configMaps(), "editor", "owned-edited", "{'metadata':{'managedFields':[{'manager':'x'}]}}");
        assertThat(managers(cluster().get(configMaps(), key("owned-edited")))).hasSize(1);
        String entry = "{'manager':'a','operation':'Apply','apiVersion':'v1','fieldsType':'FieldsV1','fieldsV1':{"
                + "'f:data':{'f:a':{}}}}";
        assertThat(managers(merge(
                        configMaps(), "editor", "owned-edited", "{'metadata':{'managedFields':[" + entry + "]}}")))
                .containsExactly("a Apply v1 {'f:data':{'f:a':{}}}");
    }

    @Test
    void aClientMayForgetAllManagers() {
        for (String nothing : new String[] {"[{}]", "[]"}) {
            String name = "owned-reset-" + nothing.length();
            create(configMaps(), "maker", map(name, "'data':{'a':'1'}"));
            assertThat(managers(merge(configMaps(), "x", name, "{'metadata':{'managedFields':" + nothing + "}}")))
                    .isEmpty();
            assertThat(managers(merge(configMaps(), "x", name, "{'data':{'b':'1'}}")))
                    .as("nobody is recorded before the next apply")
                    .isEmpty();
            assertThat(managers(apply(configMaps(), "applier", map(name, "'data':{'c':'1'}"))))
                    .containsExactly(
                            "applier Apply v1 {'f:data':{'f:c':{}}}",
                            "before-first-apply Update v1 {'f:data':{'.':{},'f:a':{},'f:b':{}}}");
        }
    }

    @Test
    void onlyTenUpdatingManagersAreRemembered() {
        create(configMaps(), "maker", map("owned-busy", "'data':{'a':'1'}"));
        for (int i = 10; i < 24; i++) {
            merge(configMaps(), "manager-" + i, "owned-busy", "{'data':{'k" + i + "':'1'}}");
        }
        KubeObject busy = cluster().get(configMaps(), key("owned-busy"));

        assertThat(managers(busy)).hasSize(10).contains("manager-23 Update v1 {'f:data':{'f:k23':{}}}");
        assertThat(managers(busy).getFirst())
                .isEqualTo(
                        "ancient-changes Update v1 {'f:data':{'.':{},'f:a':{},'f:k10':{},'f:k11':{},'f:k12':{},'f:k13':{},"
                                + "'f:k14':{}}}");
    }

    @Test
    void theNameOfAManagerIsLimited() {
        String longest = "m".repeat(128);
        assertThat(managers(create(configMaps(), longest, map("owned-long", "'data':{'a':'1'}"))))
                .containsExactly(longest + " Update v1 {'f:data':{'.':{},'f:a':{}}}");
    }

    @Test
    void aDryRunShowsTheManagersAndWritesNothing() {
        create(configMaps(), "maker", map("owned-dry", "'data':{'a':'1'}"));
        WriteOptions dry = new WriteOptions("", "applier", true, true);

        assertThat(managers(apply(configMaps(), dry, map("owned-dry", "'data':{'a':'2'}"))))
                .containsExactly("applier Apply v1 {'f:data':{'f:a':{}}}", "maker Update v1 {'f:data':{}}");
        assertThat(managers(cluster().get(configMaps(), key("owned-dry")))).hasSize(1);
    }

    @Test
    void aConfigurationMustNotListManagers() {
        KubeObject wanted = KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\","
                + "\"namespace\":\"" + namespace() + "\",\"managedFields\":[]}}");

        assertThatThrownBy(() -> apply(configMaps(), "applier", wanted))
                .isInstanceOf(ClusterException.BadRequest.class)
                .hasMessageContaining("metadata.managedFields must be nil");
    }
}
