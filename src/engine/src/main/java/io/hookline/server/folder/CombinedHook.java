package io.hookline.server.folder;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.call.HangingCalls;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Several programs of one hook, each for other types of calls. */
public final class CombinedHook implements HookProgram, HangingCalls {

    private final List<HookProgram> programs;
    private final Map<HookType, HookProgram> byType = new EnumMap<>(HookType.class);

    /**
     * One of the programs.
     *
     * @param source names what answers calls of a type, for messages: a class, or a file
     */
    public record Part(HookProgram program, Function<HookType, String> source) {}

    /** @throws HookException if two parts answer the same type of call */
    public CombinedHook(List<Part> parts) {
        this.programs = parts.stream().map(Part::program).toList();
        Map<HookType, Part> added = new EnumMap<>(HookType.class);
        for (Part part : parts) {
            for (HookType type : part.program().types()) {
                byType.put(type, part.program());
                Part other = added.put(type, part);
                if (other != null) {
                    throw new HookException("two programs are the " + type.text() + " hook, "
                            + other.source().apply(type) + " and "
                            + part.source().apply(type)
                            + ": keep one of them");
                }
            }
        }
    }

    @Override
    public Set<HookType> types() {
        return byType.keySet();
    }

    @Override
    public Optional<JsonNode> parentShape() {
        return programs.stream()
                .flatMap(program -> program.parentShape().stream())
                .findFirst();
    }

    @Override
    public HookReply call(HookType type, byte[] request, Optional<Instant> now) throws InterruptedException {
        HookProgram program = byType.get(type);
        if (program == null) {
            throw new HookException("there is no " + type.text() + " hook");
        }
        return program.call(type, request, now);
    }

    @Override
    public int hanging() {
        return limited().mapToInt(HangingCalls::hanging).sum();
    }

    @Override
    public int running() {
        return limited().mapToInt(HangingCalls::running).sum();
    }

    @Override
    public boolean isRefusing() {
        return limited().anyMatch(HangingCalls::isRefusing);
    }

    @Override
    public void abandon() {
        limited().forEach(HangingCalls::abandon);
    }

    private Stream<HangingCalls> limited() {
        return programs.stream().filter(HangingCalls.class::isInstance).map(HangingCalls.class::cast);
    }

    @Override
    public void close() {
        programs.forEach(HookProgram::close);
    }
}
