package io.hookline.http;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.HttpTransportMetrics;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * The head of an answer as it is read, which has to end with its empty line. The library takes the end of the connection for
 * it, too: half a head would be a success without a body.
 */
final class WholeHead implements SessionInputBuffer {

    private final SessionInputBuffer buffer;
    private boolean begun;

    private WholeHead(SessionInputBuffer buffer) {
        this.buffer = buffer;
    }

    /** A parser of the library that reads through this. */
    static HttpMessageParser<ClassicHttpResponse> parser(Http1Config limits) {
        HttpMessageParser<ClassicHttpResponse> parser = new DefaultHttpResponseParserFactory(limits).create();
        return new HttpMessageParser<>() {
            @Override
            public ClassicHttpResponse parse(SessionInputBuffer buffer, InputStream in)
                    throws IOException, HttpException {
                return parser.parse(new WholeHead(buffer), in);
            }
        };
    }

    @Override
    public int readLine(CharArrayBuffer line, InputStream in) throws IOException {
        int length = buffer.readLine(line, in);
        if (length < 0 && begun) {
            throw new ConnectionClosedException("the connection ended in the middle of the answer's head");
        }
        begun = true;
        return length;
    }

    @Override
    public int length() {
        return buffer.length();
    }

    @Override
    public int capacity() {
        return buffer.capacity();
    }

    @Override
    public int available() {
        return buffer.available();
    }

    @Override
    public int read(byte[] bytes, int from, int count, InputStream in) throws IOException {
        return buffer.read(bytes, from, count, in);
    }

    @Override
    public int read(byte[] bytes, InputStream in) throws IOException {
        return buffer.read(bytes, in);
    }

    @Override
    public int read(InputStream in) throws IOException {
        return buffer.read(in);
    }

    @Override
    public HttpTransportMetrics getMetrics() {
        return buffer.getMetrics();
    }
}
