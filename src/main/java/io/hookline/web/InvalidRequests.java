package io.hookline.web;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers requests that the server refuses before they reach a route with JSON instead of Jetty's HTML page. */
final class InvalidRequests extends ErrorHandler {

    private final ErrorBody errors;
    private final int maxHeaderSize;

    InvalidRequests(ErrorBody errors, int maxHeaderSize) {
        this.errors = errors;
        this.maxHeaderSize = maxHeaderSize;
    }

    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        HttpFields headers = request.getHeaders();
        byte[] body = errors.of(code, problem(code, message, cause), name -> Optional.ofNullable(headers.get(name)));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        if (code == HttpStatus.NOT_IMPLEMENTED_501) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close"); // where this request ends is not known
        }
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private String problem(int status, @Nullable String message, @Nullable Throwable cause) {
        String reason = HttpStatus.getMessage(status);
        String detail = message == null || message.equals(reason) ? detail(cause, reason) : message;
        return switch (status) {
            case HttpStatus.URI_TOO_LONG_414 -> "the path is too long: at most " + maxHeaderSize + " bytes";
            case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
                "the headers are too large: at most " + maxHeaderSize + " bytes together";
            case HttpStatus.EXPECTATION_FAILED_417 ->
                "the value of the header Expect is not supported, only 100-continue is";
            case HttpStatus.BAD_REQUEST_400, HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505 ->
                "not a valid HTTP request: " + detail;
            default -> detail;
        };
    }

    /** The message of the innermost cause, which is the most precise one. */
    private static String detail(@Nullable Throwable cause, String fallback) {
        String text = fallback;
        for (Throwable e = cause; e != null; e = e.getCause()) {
            // The message of an HttpException has the status too, and "null" for no reason.
            String reason = e instanceof HttpException http ? http.getReason() : e.getMessage();
            text = reason == null || reason.isBlank() ? text : reason;
        }
        return text;
    }
}
