/**
 * The program of a worker process that evaluates Jsonnet. The server does not load these classes.
 *
 * <p>Entry point: {@link JsonnetWorker}.
 */
@NullMarked
package io.hookline.server.worker.jsonnet;

import org.jspecify.annotations.NullMarked;
