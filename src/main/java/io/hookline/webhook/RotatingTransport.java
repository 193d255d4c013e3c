package io.hookline.webhook;

import io.hookline.hook.codec.HookBody;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.spec.Credentials;
import io.hookline.webhook.credential.CredentialObserver;
import io.hookline.webhook.credential.FollowedObjects;
import io.hookline.webhook.credential.HookCredentials;
import io.hookline.webhook.credential.ResolvedCredentials;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a hook with the present credentials. New ones apply to calls that begin later: calls in flight end with the former ones, on their
 * connections.
 */
final class RotatingTransport implements Transport {

    private static final Logger LOG = LoggerFactory.getLogger(RotatingTransport.class);

    private final HookCall call;
    private final Function<ResolvedCredentials, Transport> open;

    private volatile @Nullable Transport current;

    /** Guarded by this. */
    private boolean closed;

    private @Nullable HookCredentials credentials;

    private RotatingTransport(HookCall call, Function<ResolvedCredentials, Transport> open) {
        this.call = call;
        this.open = open;
    }

    /**
     * Reads the credentials, and replaces them when they change.
     *
     * @param open creates the transport for credentials
     */
    static Transport open(
            HookCall call,
            Credentials credentials,
            FollowedObjects objects,
            Function<ResolvedCredentials, Transport> open,
            CredentialObserver observer) {
        RotatingTransport rotating = new RotatingTransport(call, open);
        rotating.credentials = HookCredentials.open(credentials, objects, rotating::use, observer);
        return rotating;
    }

    private synchronized void use(ResolvedCredentials next) {
        Transport former = current;
        if (closed) {
            return;
        }
        current = open.apply(next);
        if (former != null) {
            former.close();
            LOG.atInfo()
                    .addKeyValue("controller", new ControllerName(call.controllerType(), call.controller()))
                    .addKeyValue("hook", call.hook().text())
                    .log("credentials of the hook were replaced");
        }
    }

    @Override
    public Answer post(HookBody body, Optional<String> tag, Optional<Instant> now)
            throws Failure, InterruptedException {
        return present().post(body, tag, now);
    }

    @Override
    public Optional<String> servedVersion() throws InterruptedException {
        return present().servedVersion();
    }

    private Transport present() {
        Transport now = current;
        if (now == null) {
            throw new IllegalStateException("a transport has credentials before it is handed out");
        }
        return now;
    }

    @Override
    public void close() {
        HookCredentials following = credentials;
        if (following != null) {
            following.close();
        }
        synchronized (this) {
            closed = true;
            present().close();
        }
    }
}
