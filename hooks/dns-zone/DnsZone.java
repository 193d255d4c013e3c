import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/**
 * A zone of a DNS server.
 *
 * @param status of the last sync; null before the first
 */
record DnsZone(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    /**
     * What is in the zone.
     *
     * @param zone its name without a dot at the end
     * @param namespace of the ConfigMap
     * @param nameServer IPv4 address of the server that serves the zone
     * @param ttl how many seconds a client may keep a record
     * @param serviceSelector selects Services of all namespaces by their labels
     */
    record Spec(String zone, String namespace, String nameServer, int ttl, LabelSelector serviceSelector) {}

    /**
     * What is written.
     *
     * @param records the number of records of Services
     * @param serial of the zone
     * @param hash of the records with this serial
     */
    record Status(int records, long serial, String hash) {}
}
