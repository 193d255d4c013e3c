package io.hookline.watcher.state;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.JsonText;
import java.util.Optional;

/** What came of our last write: a server that prunes part of a status must not be asked again and again. */
public record WrittenStatus(Optional<JsonText> stored, JsonNode wanted) {}
