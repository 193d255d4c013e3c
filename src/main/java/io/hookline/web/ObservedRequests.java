package io.hookline.web;

import io.hookline.web.RequestObserver.Exchange;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;

/** Passes the requests of a Jetty server to an observer. */
record ObservedRequests(RequestObserver observer) implements RequestLog {

    @Override
    public void log(Request request, Response response) {
        HttpFields sent = request.getHeaders();
        HttpFields returned = response.getHeaders();
        observer.answered(new Exchange(
                request.getMethod(),
                Optional.ofNullable(request.getHttpURI().getPath()).orElse(""),
                response.getStatus(),
                System.nanoTime() - request.getBeginNanoTime(),
                Math.max(0, Request.getContentBytesRead(request)),
                Response.getContentBytesWritten(response),
                Request.getRemoteAddr(request),
                name -> Optional.ofNullable(sent.get(name)),
                name -> Optional.ofNullable(returned.get(name))));
    }
}
