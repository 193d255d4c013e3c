package io.hookline.server.folder;

import io.hookline.hook.SdkVersion;
import io.hookline.hook.protocol.HookException;
import io.hookline.object.FileFailure;
import io.hookline.server.compiled.HookClassPath;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The libraries of a hook: {@code lib/*.jar}, and in a Maven project those that Maven has resolved. */
final class HookLibraries {

    private static final Logger LOG = LoggerFactory.getLogger(HookLibraries.class);

    private static final Pattern ARTIFACT = Pattern.compile("(.+?)-(\\d.*)\\.jar");
    private static final String SDK = "hookline-sdk";

    /** The SDK and the dependencies whose types it shows. Hooks use those of this process. */
    static final Set<String> PROVIDED = Set.of(
            SDK,
            "jackson-annotations",
            "jackson-core",
            "jackson-databind",
            "jackson-datatype-jdk8",
            "jackson-datatype-jsr310",
            "jspecify",
            "kubernetes-model-apps",
            "kubernetes-model-autoscaling",
            "kubernetes-model-batch",
            "kubernetes-model-common",
            "kubernetes-model-core",
            "kubernetes-model-discovery",
            "kubernetes-model-networking",
            "kubernetes-model-policy",
            "kubernetes-model-rbac",
            "slf4j-api");

    private HookLibraries() {}

    /** All jars and folders of a hook, also those that do not exist. */
    static List<Path> of(Path folder) {
        List<Path> libraries = new ArrayList<>(jarsIn(folder.resolve("lib")));
        if (MavenLayout.isIn(folder)) {
            libraries.addAll(MavenLayout.libraries(folder));
        }
        return libraries;
    }

    /** The files of all libraries, whose change loads the hook again. */
    static List<Path> files(Path folder) {
        return of(folder).stream()
                .flatMap(library ->
                        Files.isDirectory(library) ? MavenLayout.filesIn(library).stream() : Stream.of(library))
                .toList();
    }

    private static List<Path> jarsIn(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(HookLibraries::isJar)
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new HookException("cannot read " + FileFailure.at(folder, e), e);
        }
    }

    private static boolean isJar(Path file) {
        return file.getFileName().toString().endsWith(".jar");
    }

    /**
     * The class path of a hook, without the libraries that this process provides.
     *
     * @param hook the name of the hook
     * @param files the files of the folder that belong to the hook
     * @throws HookException if a library cannot be read, or if the hook uses a version of the SDK that this process does not run
     */
    static HookClassPath classPath(String hook, Path folder, List<Path> files) {
        List<Path> all = of(folder);
        MavenLayout.check(all);
        List<Path> own = all.stream()
                .filter(library -> !PROVIDED.contains(artifact(library)))
                .toList();
        Path resources = MavenLayout.resourceFolder(folder);
        boolean hasResources = MavenLayout.isIn(folder) && Files.isDirectory(resources);
        HookClassPath path =
                new HookClassPath(own, hasResources ? List.of(resources) : List.of(), beside(folder, files));
        path.check(folder);
        all.stream()
                .filter(library -> artifact(library).equals(SDK))
                .forEach(sdk -> checkVersion(hook, versionOf(sdk), SdkVersion.current()));
        return path;
    }

    /** In a Maven project, what Maven puts on the class path is there, and nothing else. */
    private static Map<String, Path> beside(Path folder, List<Path> files) {
        return MavenLayout.isIn(folder)
                ? Map.of()
                : files.stream()
                        .filter(file -> !file.toString().endsWith(".java"))
                        .collect(Collectors.toUnmodifiableMap(
                                file -> folder.relativize(file).toString().replace(File.separatorChar, '/'),
                                Path::toAbsolutePath));
    }

    private static String artifact(Path library) {
        Matcher name = ARTIFACT.matcher(library.getFileName().toString());
        return name.matches() ? name.group(1) : "";
    }

    private static SdkVersion versionOf(Path sdk) {
        try (JarFile jar = new JarFile(sdk.toFile())) {
            return Optional.ofNullable(jar.getManifest())
                    .map(Manifest::getMainAttributes)
                    .map(attributes -> attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION))
                    .map(SdkVersion::new)
                    .orElseGet(() -> versionInName(sdk));
        } catch (IOException e) {
            throw new HookException(sdk + ": not a valid jar: " + FileFailure.reason(e) + "; replace or delete it", e);
        }
    }

    private static SdkVersion versionInName(Path sdk) {
        Matcher name = ARTIFACT.matcher(sdk.getFileName().toString());
        return new SdkVersion(name.matches() ? name.group(2) : "");
    }

    static void checkVersion(String hook, SdkVersion sdk, SdkVersion ours) {
        if (!ours.runs(sdk)) {
            throw new HookException(
                    "this is Hookline " + ours + ", which cannot run a hook that uses " + SDK + " " + sdk
                            + "; set the version of " + SDK + " to " + ours
                            + " in pom.xml and run `mvn compile`, or run Hookline "
                            + sdk);
        }
        if (!sdk.equals(ours)) {
            LOG.atInfo()
                    .addKeyValue("hook", hook)
                    .addKeyValue("sdk", sdk)
                    .addKeyValue("hookline", ours)
                    .log("hook uses another version of the SDK, which is compatible");
        }
    }
}
