package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class AppliedStateTest {

    private static final String OWNER = "'ownerReferences':[{'apiVersion':'v1','kind':'Set','name':'s','uid':'u1'}]";
    private static final String OWNED = "'f:ownerReferences':{'k:{\\'uid\\':\\'u1\\'}':{}}";

    private static KubeObject object(String metadata, String rest) {
        return KubeObject.of(json("{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p','namespace':'n'," + metadata
                + "}," + rest + "}"));
    }

    private static String json(String text) {
        return text.replace("\\'", "\\\"").replace('\'', '"');
    }

    private static String entry(String operation, String fields) {
        return "{'manager':'any','operation':'" + operation + "','apiVersion':'v1','fieldsV1':" + fields + "}";
    }

    private static Optional<String> applied(KubeObject child) {
        return AppliedState.of(child, "u1").map(GoJson::text);
    }

    @Test
    void afterDynamicApplyItIsTheAnnotation() {
        KubeObject child = object(
                "'annotations':{'metacontroller.k8s.io/last-applied-configuration':'{\\'kind\\':\\'Pod\\'}'}",
                "'spec':{'a':1}");

        assertThat(applied(child)).contains(json("{'kind':'Pod'}"));
    }

    @Test
    void anAnnotationThatIsNoObjectIsAnError() {
        KubeObject child =
                object("'annotations':{'metacontroller.k8s.io/last-applied-configuration':'[]'}", "'spec':{'a':1}");

        assertThatThrownBy(() -> AppliedState.of(child, "u1"))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("metadata.annotations");
    }

    @Test
    void afterServerSideApplyItIsTheOwnedFieldsWithTheirValues() {
        KubeObject child = object(
                "'labels':{'ours':'1','foreign':'2'}," + OWNER + ",'managedFields':["
                        + entry("Update", "{'f:metadata':{'f:labels':{'f:foreign':{}}}}")
                        + ","
                        + entry(
                                "Apply",
                                "{'f:metadata':{'f:labels':{'f:ours':{}}," + OWNED + "},"
                                        + "'f:spec':{'f:list':{'k:{\\'name\\':\\'b\\'}':{'.':{},'f:name':{},'f:v':{}}},"
                                        + "'f:set':{'v:\\'y\\'':{}},'f:whole':{},'f:gone':{}}}")
                        + "]",
                "'spec':{'list':[{'name':'a','v':1},{'name':'b','v':2,'w':3}],'set':['x','y'],'whole':{'c':[4]},'d':5}");

        assertThat(applied(child))
                .contains(json(
                        "{'apiVersion':'v1','kind':'Pod','metadata':{'labels':{'ours':'1'},'name':'p','namespace':'n'},"
                                + "'spec':{'list':[{'name':'b','v':2}],'set':['y'],'whole':{'c':[4]}}}"));
    }

    /** The former manager keeps the fields that did not change since; without one of the others, the child would change. */
    @Test
    void afterAChangeOfTheFieldManagerItIsWhatBothHaveApplied() {
        KubeObject child = object(
                OWNER + ",'managedFields':["
                        + entry(
                                "Apply",
                                "{'f:metadata':{" + OWNED + "},'f:spec':{'f:a':{},'f:map':{'f:old':{}},'f:same':{}}}")
                        + ","
                        + entry(
                                "Apply",
                                "{'f:metadata':{" + OWNED
                                        + "},'f:spec':{'f:b':{},'f:map':{'.':{},'f:new':{}},'f:same':{}}}")
                        + "]",
                "'spec':{'a':1,'b':2,'c':3,'map':{'new':1,'old':2,'other':3},'same':4}");

        assertThat(applied(child))
                .hasValueSatisfying(text ->
                        assertThat(text).contains(json("'spec':{'a':1,'b':2,'map':{'new':1,'old':2},'same':4}")));
    }

    @Test
    void otherOwnersThatWereAppliedStay() {
        KubeObject child = object(
                "'ownerReferences':[{'uid':'u1'},{'uid':'u2'}],'managedFields':["
                        + entry(
                                "Apply",
                                "{'f:metadata':{'f:ownerReferences':{'k:{\\'uid\\':\\'u1\\'}':{},'k:{\\'uid\\':\\'u2\\'}':{}}}}")
                        + "]",
                "'spec':{}");

        assertThat(applied(child))
                .hasValueSatisfying(text -> assertThat(text).contains(json("'ownerReferences':[{'uid':'u2'}]")));
    }

    @Test
    void whatAnotherManagerAppliedIsNotOurs() {
        KubeObject child = object(
                OWNER + ",'managedFields':["
                        + entry("Apply", "{'f:spec':{'f:a':{}}}")
                        + ","
                        + entry("Update", "{'f:metadata':{" + OWNED + "}}")
                        + "]",
                "'spec':{'a':1}");

        assertThat(applied(child)).isEmpty();
    }
}
