import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.hookline.hook.Answer;
import io.hookline.hook.ChildTemplate;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.Labels;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.List;
import java.util.Map;

/** Writes the zone file of a DNS server, with the names that Services have in a cluster. */
public final class DnsZoneHook implements SyncHook<DnsZone>, CustomizeHook<DnsZone> {
    private static final String SERIAL = "dns.example.com/serial";
    private static final String HASH = "dns.example.com/records";

    private final ChildTemplate<ZoneFile, ConfigMap> zone =
            ChildTemplate.file("zone.yaml", ZoneFile.class, ConfigMap.class);

    /** The values of the template. */
    private record ZoneFile(
            String name,
            String namespace,
            String origin,
            int ttl,
            String nameServer,
            String serial,
            String hash,
            String records) {}

    /** A serial, and the hash of the records that had it. */
    private record Version(long serial, String hash) {}

    /** The selected Services, and the EndpointSlices of all Services. */
    @Override
    public List<RelatedRule> customize(DnsZone zone) {
        return List.of(
                RelatedRule.of("v1", "services")
                        .selected(Labels.selector(zone.spec().serviceSelector())),
                RelatedRule.of("discovery.k8s.io/v1", "endpointslices"));
    }

    @Override
    public Answer sync(Sync<DnsZone> in) {
        DnsZone.Spec spec = in.parent().spec();
        List<String> records = Records.of(in.related(Service.class), in.related(EndpointSlice.class));
        String hash = in.hash(Map.of("spec", spec, "records", records)).text();
        long serial = serial(in, hash);
        return Answer.of(zone.fill(new ZoneFile(
                        in.parent().name(),
                        spec.namespace(),
                        spec.zone() + ".",
                        spec.ttl(),
                        spec.nameServer(),
                        Long.toString(serial),
                        hash,
                        String.join("\n", records))))
                .status(new DnsZone.Status(records.size(), serial, hash));
    }

    /**
     * The serial grows with each change, and only then: servers do not read a zone again that has the serial they know. The last one is in
     * the status and in the ConfigMap; the newer of both counts, as one of them may be missing or old. The time makes it grow also
     * after both were deleted.
     */
    private static long serial(Sync<DnsZone> in, String hash) {
        Version last = new Version(0, "");
        DnsZone.Status status = in.parent().status();
        if (status != null && status.hash() != null) {
            last = new Version(status.serial(), status.hash());
        }
        for (ConfigMap file : in.children(ConfigMap.class)) {
            Map<String, String> annotations = file.getMetadata().getAnnotations();
            String text = annotations.getOrDefault(SERIAL, "");
            if (text.matches("[0-9]{1,10}") && Long.parseLong(text) > last.serial()) {
                last = new Version(Long.parseLong(text), annotations.getOrDefault(HASH, ""));
            }
        }
        return last.hash().equals(hash)
                ? last.serial()
                : Math.max(last.serial() + 1, in.now().getEpochSecond());
    }
}
