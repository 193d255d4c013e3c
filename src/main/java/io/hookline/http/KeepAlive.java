package io.hookline.http;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;

/**
 * TCP keep-alive: the kernel closes a connection whose other end, or the way to it, has not acknowledged anything for 25 s. Without
 * these options it would wait for hours.
 */
final class KeepAlive {

    private static final int IDLE_SECONDS = 15;
    private static final int INTERVAL_SECONDS = 5;
    private static final int PROBES = 2;

    private KeepAlive() {}

    /** Turns it on, as exactly as this platform allows. */
    static void enable(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        set(channel, ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
        set(channel, ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS);
        set(channel, ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
    }

    private static void set(SocketChannel channel, SocketOption<Integer> option, int value) throws IOException {
        if (channel.supportedOptions().contains(option)) {
            channel.setOption(option, value);
        }
    }
}
