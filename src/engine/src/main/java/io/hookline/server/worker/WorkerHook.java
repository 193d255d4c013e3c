package io.hookline.server.worker;

import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookTime;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.HumanDuration;
import io.hookline.server.call.CallRejectedException;
import io.hookline.server.call.HangingCalls;
import io.hookline.server.call.HookConcurrency;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A hook of scripts that define functions. Each call is sent to a worker process that is kept between calls. */
public final class WorkerHook implements HookProgram, HangingCalls {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerHook.class);
    private static final int TOO_MANY_REQUESTS = 429;

    /** A shorter call that is given up needs no explanation: the process ends, or the parent was deleted. */
    private static final Duration LONG = Duration.ofSeconds(1);

    /** How long a hook that loads waits for memory, in timeouts of calls. */
    private static final int PATIENCE = 10;

    private final WorkerFiles files;
    private final HookConcurrency places;
    private final WorkerSettings settings;
    private final WorkerPool workers;
    private final AtomicLong ids = new AtomicLong();
    private volatile boolean abandoned;

    private WorkerHook(WorkerFiles files, HookConcurrency places, WorkerSettings settings) {
        this.files = files;
        this.places = places;
        this.settings = settings;
        this.workers = new WorkerPool(places.hook(), files, settings);
    }

    /**
     * Starts the first worker, which loads the scripts.
     *
     * @throws HookException if a script cannot be loaded; its message is for the hook's author
     */
    public static WorkerHook load(WorkerFiles files, HookConcurrency places, WorkerSettings settings) {
        WorkerHook hook = new WorkerHook(files, places, settings);
        try {
            long timeout = settings.limits().timeout().toNanos();
            // all hooks load at once when the server starts, and calls of other hooks end at their timeouts
            hook.workers.giveBack(hook.workers.take(PATIENCE * timeout, () -> timeout));
        } catch (CallRejectedException e) {
            throw new HookException(String.valueOf(e.getMessage()), e);
        } catch (TimeoutException e) {
            throw new HookException(hook.shown() + " was not loaded within " + hook.timeout() + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HookException("interrupted while " + hook.shown() + " was loaded", e);
        }
        return hook;
    }

    @Override
    public Set<HookType> types() {
        return files.files().keySet();
    }

    @Override
    public HookReply call(HookType type, byte[] request, Optional<Instant> now) throws InterruptedException {
        RequestCodec.require(type, request); // an invalid request is the caller's error, not the script's
        if (!types().contains(type)) {
            throw new HookException("there is no " + type.text() + " hook");
        }
        HookConcurrency.Place place = places.take(settings.limits().timeout());
        try {
            return call(type, request, now, place);
        } catch (TimeoutException e) {
            throw new CallRejectedException(
                    504,
                    files.source(type) + " gave no answer within " + timeout() + " and its worker was killed"
                            + e.getMessage() + ": " + place.spent());
        } finally {
            place.free();
        }
    }

    private HookReply call(HookType type, byte[] request, Optional<Instant> now, HookConcurrency.Place place)
            throws InterruptedException, TimeoutException {
        Worker worker = worker(place);
        boolean usable = false;
        try {
            long id = ids.incrementAndGet();
            byte[] line = WorkerLines.request(id, type, now.map(HookTime::text), request);
            WorkerLines.Reply reply = worker.send(line, left(place));
            usable = reply.id() == id && !reply.outOfMemory();
            if (reply.id() != id) {
                throw new HookException(files.source(type) + ": the worker broke the protocol and was killed");
            }
            return result(type, reply);
        } catch (TimeoutException _) {
            throw new TimeoutException(workers.stop(worker));
        } catch (InterruptedException e) {
            reportGivenUp(type, worker, place);
            throw e;
        } catch (Worker.LargeAnswerException e) {
            throw new HookException(files.source(type) + ": " + e.getMessage(), e);
        } catch (Worker.EndedException e) {
            if (abandoned) {
                throw CallRejectedException.reloaded(places.hook());
            }
            throw new HookException(files.source(type) + ": its worker ended during the call, " + e.getMessage(), e);
        } finally {
            if (usable) {
                workers.giveBack(worker);
            } else {
                workers.discard(worker);
            }
        }
    }

    private Worker worker(HookConcurrency.Place place) throws InterruptedException, TimeoutException {
        try {
            return workers.take(left(place) / 2, () -> left(place)); // half of the time is for the call
        } catch (HookException e) {
            if (abandoned) {
                throw CallRejectedException.reloaded(places.hook());
            }
            throw e;
        }
    }

    /** The caller has given up, usually since its timeout is shorter: then nobody else can tell what the hook did. */
    private void reportGivenUp(HookType type, Worker worker, HookConcurrency.Place place) throws InterruptedException {
        if (place.ran().compareTo(LONG) >= 0) {
            String at = workers.stop(worker).replaceFirst("^ at ", "");
            LOG.atWarn()
                    .addKeyValue("hook", places.hook())
                    .addKeyValue("at", at.isEmpty() ? files.source(type) : at) // not all languages tell the line
                    .addKeyValue("function", type.text())
                    .addKeyValue("ran", place.ran())
                    .log("hook call killed: its caller has given it up");
        }
    }

    private HookReply result(HookType type, WorkerLines.Reply reply) {
        if (reply.status() == TOO_MANY_REQUESTS) {
            return new HookReply.Later(reply.retryAfter().flatMap(WorkerHook::seconds));
        }
        if (reply.status() != 0) {
            throw new HookException(type.text() + " returned status " + reply.status()
                    + reply.error()
                            .filter(text -> !text.isEmpty())
                            .map(text -> ": " + text)
                            .orElse(""));
        }
        reply.error().ifPresent(error -> {
            throw new HookException(error + (reply.outOfMemory() ? ": " + workers.explainMemory() : ""));
        });
        return new HookReply.Answered(new JsonText(reply.answer()
                .orElseThrow(() -> new HookException(files.source(type) + ": the worker returned no answer"))));
    }

    private static Optional<Duration> seconds(String retryAfter) {
        return retryAfter.matches("\\d{1,9}")
                ? Optional.of(Duration.ofSeconds(Long.parseLong(retryAfter)))
                : Optional.empty();
    }

    private long left(HookConcurrency.Place place) {
        return place.left(settings.limits().timeout());
    }

    private String timeout() {
        return HumanDuration.text(settings.limits().timeout());
    }

    private String shown() {
        return String.join(", ", types().stream().map(files::source).toList());
    }

    @Override
    public int running() {
        return places.taken();
    }

    @Override
    public void abandon() {
        abandoned = true;
        workers.killBusy();
    }

    /** Ends the workers; those with a call end after it. */
    @Override
    public void close() {
        workers.close();
    }

    /** The number of workers that run. */
    int workers() {
        return workers.size();
    }
}
