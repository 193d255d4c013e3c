package io.hookline.watcher;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.JsonText;
import java.util.Optional;

/** What came of our last write: a server that prunes part of a status must not be asked again and again. */
record WrittenStatus(Optional<JsonText> stored, JsonNode wanted) {}
