package io.hookline.server.compiled;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads the libraries of one version of a hook.
 *
 * <p>It reads resources without the cache of the JDK, which would return those of a replaced jar from positions in the former one.
 */
final class LibraryLoader extends URLClassLoader {

    LibraryLoader(String hook, URL[] urls, ClassLoader shared) {
        super("libraries of " + hook, urls, shared);
    }

    @Override
    public @Nullable URL findResource(String name) {
        URL found = super.findResource(name);
        return found == null ? null : uncached(found);
    }

    @Override
    public Enumeration<URL> findResources(String name) throws IOException {
        List<URL> found = new ArrayList<>();
        super.findResources(name).asIterator().forEachRemaining(url -> found.add(uncached(url)));
        return Collections.enumeration(found);
    }

    private static URL uncached(URL resource) {
        if (!resource.getProtocol().equals("jar")) {
            return resource;
        }
        try {
            return URL.of(resource.toURI(), new URLStreamHandler() {
                @Override
                protected URLConnection openConnection(URL url) throws IOException {
                    URLConnection connection = resource.openConnection();
                    connection.setUseCaches(false);
                    return connection;
                }
            });
        } catch (URISyntaxException | IOException e) {
            throw new IllegalStateException(resource + " is not a valid URL", e);
        }
    }
}
