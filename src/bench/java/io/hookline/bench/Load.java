package io.hookline.bench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The objects of a measurement: parents of kind Bundle, each with the same number of ConfigMaps.
 *
 * @param parents the number of parents
 * @param children the number of children of each parent
 * @param payload the text in every child
 */
record Load(int parents, int children, String payload) {

    /** Creates a load with a random payload of this size, the same in every run. */
    static Load of(int parents, int children, int bytes) {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder payload = new StringBuilder(bytes);
        while (payload.length() < bytes) {
            payload.append((char) ('a' + random.nextInt(26)));
        }
        return new Load(parents, children, payload.toString());
    }

    List<String> parentNames() {
        return IntStream.range(0, parents).mapToObj("p-%05d"::formatted).toList();
    }

    List<String> childNames(String parent) {
        return IntStream.range(0, children).mapToObj(i -> parent + "-" + i).toList();
    }

    /** The names of a parent's status and children in {@link Progress}. */
    List<String> allOf(String parent) {
        List<String> all = new ArrayList<>();
        childNames(parent).forEach(child -> all.add(Progress.child(child)));
        all.add(Progress.parent(parent));
        return all;
    }

    byte[] parent(String group, String name, int round) {
        return utf8("""
                {"apiVersion":"%s/v1","kind":"Bundle","metadata":{"name":"%s"},"spec":{"round":%d}}""".formatted(group, name, round));
    }

    /** The merge patch that gives a parent a new round. */
    static byte[] newRound(int round) {
        return utf8("{\"spec\":{\"round\":" + round + "}}");
    }

    static byte[] status(int round) {
        return utf8("{\"status\":{\"round\":" + round + "}}");
    }

    /**
     * The hook's answer: the same bytes for the same arguments.
     *
     * @param resyncAfter in seconds; 0 for no resync
     */
    byte[] answer(String parent, int round, double resyncAfter) {
        String resync = resyncAfter == 0 ? "" : "\"resyncAfterSeconds\":" + resyncAfter + ",";
        StringBuilder answer = new StringBuilder("{\"status\":{\"round\":" + round + "}," + resync + "\"children\":[");
        String comma = "";
        for (String child : childNames(parent)) {
            answer.append(comma).append(child(child, round, ""));
            comma = ",";
        }
        return utf8(answer.append("]}").toString());
    }

    /** A child as a watcher writes it, with labels, owner reference and last-applied annotation. */
    byte[] written(String child, int round) {
        return written(child, round, Places.BARE_GROUP, "p-00000", "00000000-0000-0000-0000-000000000000");
    }

    /** The same for a parent that exists. */
    byte[] written(String child, int round, String group, String parent, String uid) {
        String namespace = ",\"namespace\":\"" + Places.namespace(group) + "\"";
        String labels = ",\"labels\":{\"controller-uid\":\"" + uid + "\"}";
        String applied =
                child(child, round, namespace + labels).replace("\\", "\\\\").replace("\"", "\\\"");
        return utf8(child(child, round, namespace + labels + """
                ,"annotations":{"metacontroller.k8s.io/last-applied-configuration":"%1$s"},\
                "ownerReferences":[{"apiVersion":"%2$s/v1","kind":"Bundle","name":"%3$s",\
                "uid":"%4$s","controller":true,"blockOwnerDeletion":true}]""".formatted(applied, group, parent, uid)));
    }

    private String child(String name, int round, String moreMetadata) {
        return """
                {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s"%s},"data":{"payload":"%s","round":"%d"}}""".formatted(name, moreMetadata, payload, round);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
