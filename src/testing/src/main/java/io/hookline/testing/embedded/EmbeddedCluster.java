package io.hookline.testing.embedded;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a JUnit test class a cluster in memory, with a watcher and hooks in this process. JUnit 5.9 or newer, or 6.
 *
 * <pre>{@code
 * @EmbeddedCluster(hooks = ".", manifests = "controller")
 * class BucketControllerTest {
 *
 *     @Test
 *     void aBucketGetsItsConfigMap(TestCluster cluster) {
 *         cluster.apply(Path.of("sample.yaml"));
 *
 *         ConfigMap map = cluster.await(ConfigMap.class, "photos");
 *     }
 * }
 * }</pre>
 *
 * <p>The cluster starts before the first test of the class and ends after the last. Each test method has a namespace of
 * its own, which is deleted afterwards; so tests do not see each other's objects. Cluster-scoped objects are common to
 * all. A parameter or a field of type {@link TestCluster} gets the access to it. In {@code @BeforeAll}, its namespace
 * is {@code default}.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(EmbeddedClusterExtension.class)
public @interface EmbeddedCluster {

    /**
     * The folder of the hooks: with a folder for each hook, or the folder of the one hook that the controllers of
     * {@link #manifests} call, such as {@code "."} in a Maven project. A hook that they call and that does not load
     * fails the class. Without it, a test serves Java objects with {@link TestCluster#serve}.
     */
    String hooks() default "";

    /** Files, or folders of files, with the CRDs and controllers to install before the first test. */
    String[] manifests() default {};
}
