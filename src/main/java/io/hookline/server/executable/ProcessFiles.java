package io.hookline.server.executable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files in which Linux describes each process. Used by one thread. */
interface ProcessFiles {

    /** Large enough for most environments: the file ends early if its process starts a program between two reads. */
    int CHUNK = 1 << 16;

    /** The ids of all processes, or none if this system has no {@code /proc}. */
    List<Long> processes() throws IOException;

    /**
     * Reads a file of a process, such as {@code environ}.
     *
     * @throws IOException if the process has ended, or belongs to another user
     */
    String read(long process, String name) throws IOException;

    static ProcessFiles in(Path proc) {
        return new ProcessFiles() {

            private final byte[] chunk = new byte[CHUNK];

            @Override
            public List<Long> processes() throws IOException {
                List<Long> processes = new ArrayList<>();
                if (Files.isDirectory(proc)) {
                    try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
                        folders.forEach(folder -> processes.add(
                                Long.parseLong(folder.getFileName().toString())));
                    }
                }
                return processes;
            }

            @Override
            public String read(long process, String name) throws IOException {
                Path file = proc.resolve(Long.toString(process)).resolve(name);
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (InputStream in = Files.newInputStream(file)) {
                    for (int n = in.read(chunk); n > 0; n = in.read(chunk)) {
                        bytes.write(chunk, 0, n);
                    }
                }
                return bytes.toString(StandardCharsets.ISO_8859_1);
            }
        };
    }
}
