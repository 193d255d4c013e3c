package io.hookline.server.folder;

import io.hookline.server.compiled.JavaCompiler;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A library for hooks, compiled by the test. Immutable. */
record TestJar(String version, Map<String, byte[]> entries) {

    /** An empty library. */
    static TestJar of(String version) {
        return new TestJar(version, Map.of());
    }

    TestJar with(String file, String text) {
        return with(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private TestJar with(String file, byte[] content) {
        Map<String, byte[]> more = new TreeMap<>(entries);
        more.put(file, content);
        return new TestJar(version, more);
    }

    /** Adds a class, compiled from its source. */
    TestJar withClass(Path scratch, String name, String source) throws IOException {
        Path file = scratch.resolve("sources").resolve(name.replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        TestJar jar = this;
        for (Map.Entry<String, byte[]> type :
                JavaCompiler.compile(scratch, List.of(file), List.of()).entrySet()) {
            jar = jar.with(type.getKey().replace('.', '/') + ".class", type.getValue());
        }
        return jar;
    }

    /** Writes the jar, and returns its path. */
    Path write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey()));
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        }
        return file;
    }
}
