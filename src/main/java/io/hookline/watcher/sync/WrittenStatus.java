package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.JsonText;
import java.util.Optional;

/** The last status written, and as stored. If the API server prunes part of it, the same write must not be repeated. */
record WrittenStatus(Optional<JsonText> stored, JsonNode wanted) {}
