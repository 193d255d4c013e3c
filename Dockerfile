# Two images: the last stage is that of the hook server, which has all commands, and the target `watch` is that of the watcher.
#   docker build -t hookline-hooks .
#   docker build -t hookline --target watch .
# The bases, to be pinned by digest: docker build --build-arg JDK=eclipse-temurin:25-jdk@sha256:...
ARG MAVEN=maven:3.9-eclipse-temurin-25
ARG JDK=eclipse-temurin:25-jdk
ARG BASE=debian:trixie-slim

# AOT caches name the times of the files, which a builder may cut to seconds when it stores a layer: so these are whole and always the same.
FROM ${MAVEN} AS build
WORKDIR /src
COPY pom.xml LICENSE ./
COPY manifests/crds manifests/crds
COPY manifests/hooks manifests/hooks
COPY manifests/watcher manifests/watcher
COPY src/sdk/pom.xml src/sdk/
COPY src/sdk/src/main src/sdk/src/main
COPY src/engine/pom.xml src/engine/
COPY src/engine/src/main src/engine/src/main
COPY src/testing/pom.xml src/testing/
COPY src/testing/src/main src/testing/src/main
COPY src/cli/pom.xml src/cli/
COPY src/cli/src/main src/cli/src/main
# What `hookline version` says. Git is not there.
ARG COMMIT=unknown
RUN mvn --batch-mode --no-transfer-progress -Dmaven.test.skip=true -Dgit.commit.id.abbrev="$(printf %.10s "${COMMIT}")" package && \
    find target/hookline -exec touch --no-dereference --date=@1000000000 {} +

# The parts of a JDK that the watcher needs, and those that hooks may use, with the compiler: Java hooks are compiled when they are loaded.
# Without sources, manuals, what draws (java.desktop/lib), and the files for compiling for older versions of Java (ct.sym). Not compressed:
# a registry compresses the layer as a whole, which is smaller than compressed classes are in it (by 8 MB), and they load faster.
FROM ${JDK} AS java
RUN jlink --add-modules java.compiler,java.logging,java.management,java.naming,java.security.jgss,java.sql,java.xml,jdk.jcmd,jdk.management,jdk.net,jdk.unsupported,jdk.zipfs \
      --strip-debug --no-header-files --no-man-pages --output /opt/watch/java && \
    jlink --add-modules java.se,jdk.compiler,jdk.unsupported,jdk.management,jdk.jcmd,jdk.jdwp.agent,jdk.httpserver,jdk.zipfs,jdk.net,jdk.naming.dns,jdk.charsets,jdk.crypto.cryptoki \
      --strip-debug --no-header-files --no-man-pages --exclude-files=**ct.sym,/java.desktop/lib/* --output /opt/hooks/java && \
    find /opt/watch /opt/hooks -exec touch --no-dereference --date=@1000000000 {} +

# An init as process 1: it ends the processes that hooks leave behind, and passes signals on.
FROM ${BASE} AS common
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates tini && rm -rf /var/lib/apt/lists/*
# For the manifests and the Helm chart of Metacontroller: they need another image name, and no other change.
RUN ln -s /opt/hookline/bin/metacontroller /usr/bin/metacontroller
ENV JAVA_HOME=/opt/java LANG=C.UTF-8 PATH=/opt/java/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
WORKDIR /
# The commands end in an orderly way on this signal. Probes are those of the manifests, so there is no HEALTHCHECK.
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/bin/tini", "--", "/opt/hookline/bin/hookline"]

# The watcher, and the commands for a cluster: plan, why, rbac, resync, release. It compiles and runs no hooks.
FROM common AS watch
COPY --from=java /opt/watch/java /opt/java
COPY --from=build /src/target/hookline/LICENSE /src/target/hookline/THIRD-PARTY.txt /src/target/hookline/THIRD-PARTY-preact.txt /src/target/hookline/hookline.cdx.json /opt/hookline/
COPY --from=build /src/target/hookline/bin /src/src/cli/src/main/image/bom /opt/hookline/bin/
COPY --from=build /src/target/hookline/lib/*.jar /opt/hookline/lib/
# In this stage, since the AOT caches fit only this runtime and these files. The list of parts has the packages, and that of the
# distribution (hookline.cdx.json) what the distribution has.
RUN /opt/hookline/bin/hookline warmup && rm /opt/hookline/lib/dev.aot && /opt/hookline/bin/bom > /opt/hookline/image.cdx.json
# Of the build: --build-arg COMMIT=$(git rev-parse HEAD) --build-arg CREATED=$(git log -1 --format=%cI) --build-arg SOURCE=https://...
ARG COMMIT=unknown
ARG CREATED=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="Hookline" \
      org.opencontainers.image.description="Kubernetes controllers as functions: watcher" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="${COMMIT}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="${SOURCE}"
# A number, so that the kubelet can check that it is not root.
USER 65532:65532
EXPOSE 8081 9999

FROM common AS hooks
# What hooks in JavaScript (100 MB), Python (40 MB) and Bash (jq, 1 MB) need.
RUN apt-get update && apt-get install --yes --no-install-recommends jq nodejs python3 && rm -rf /var/lib/apt/lists/*
# Empty: hooks are mounted here, or copied by an image FROM this one.
RUN mkdir /hooks
COPY --from=java /opt/hooks/java /opt/java
COPY --from=build /src/target/hookline/LICENSE /src/target/hookline/THIRD-PARTY.txt /src/target/hookline/THIRD-PARTY-preact.txt /src/target/hookline/hookline.cdx.json /opt/hookline/
COPY --from=build /src/target/hookline/bin /src/src/cli/src/main/image/bom /opt/hookline/bin/
COPY --from=build /src/target/hookline/lib /opt/hookline/lib
RUN /opt/hookline/bin/hookline warmup && rm /opt/hookline/lib/help.aot /opt/hookline/lib/watch.aot && /opt/hookline/bin/bom > /opt/hookline/image.cdx.json
ARG COMMIT=unknown
ARG CREATED=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="Hookline for hooks" \
      org.opencontainers.image.description="Kubernetes controllers as functions: hook server, and all commands" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="${COMMIT}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="${SOURCE}"
USER 65532:65532
EXPOSE 8080
