package io.hookline.web;

import org.eclipse.jetty.server.Request;

/**
 * The limits of request bodies.
 *
 * @param maxSize the maximum size of one body in bytes, decompressed
 * @param memory the maximum memory of all requests together
 */
record BodyLimits(long maxSize, MemoryBudget memory) {

    /** The limits of a server: no body may be larger than what can ever fit in the memory. */
    static BodyLimits of(WebOptions options) {
        MemoryBudget memory = options.memory();
        return new BodyLimits(Math.min(options.maxRequestSize(), memory.maxBody()), memory);
    }

    /** Memory for a request, until its response is complete. */
    MemoryBudget.Lease lease(Request request) {
        MemoryBudget.Lease lease = memory.lease();
        Request.addCompletionListener(request, _ -> lease.release());
        return lease;
    }
}
