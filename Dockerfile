# One image for all commands: docker run hookline --help
# The bases, to be pinned by digest: docker build --build-arg JDK=eclipse-temurin:25-jdk@sha256:...
ARG MAVEN=maven:3.9-eclipse-temurin-25
ARG JDK=eclipse-temurin:25-jdk
ARG BASE=debian:trixie-slim

FROM ${MAVEN} AS build
WORKDIR /src
COPY pom.xml LICENSE ./
COPY manifests/crds manifests/crds
COPY manifests/hooks manifests/hooks
COPY manifests/watcher manifests/watcher
COPY src/main src/main
RUN mvn --batch-mode --no-transfer-progress -Dmaven.test.skip=true package

# The part of a JDK that hooks may use, with the compiler: Java hooks are compiled when they are loaded. Without sources and manuals.
FROM ${JDK} AS java
RUN jlink --add-modules java.se,jdk.compiler,jdk.unsupported,jdk.management,jdk.jcmd,jdk.jdwp.agent,jdk.httpserver,jdk.zipfs,jdk.net,jdk.naming.dns,jdk.localedata,jdk.charsets,jdk.crypto.cryptoki \
      --strip-debug --no-header-files --no-man-pages --compress zip-6 --output /opt/java

FROM ${BASE}
# The init, and what hooks in JavaScript (90 MB), Python (30 MB) and Bash (jq, 1 MB) need.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates jq nodejs python3 tini && rm -rf /var/lib/apt/lists/*
# Empty: hooks are mounted here, or copied by an image FROM this one.
RUN mkdir /hooks
COPY --from=java /opt/java /opt/java
COPY --from=build /src/target/hookline /opt/hookline
ENV JAVA_HOME=/opt/java LANG=C.UTF-8
# For the manifests and the Helm chart of Metacontroller: they need another image name, and no other change.
RUN ln -s /opt/hookline/bin/metacontroller /usr/bin/metacontroller
# In this stage, since the AOT caches fit only this runtime and these files. They name the times of the files, which a builder may cut to
# seconds or replace when it stores a layer: so these are whole and always the same.
RUN find /opt/java /opt/hookline -exec touch --no-dereference --date=@1000000000 {} + && /opt/hookline/bin/hookline warmup
# Of the build: --build-arg COMMIT=$(git rev-parse HEAD) --build-arg CREATED=$(git log -1 --format=%cI) --build-arg SOURCE=https://...
ARG COMMIT=unknown
ARG CREATED=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="Hookline" \
      org.opencontainers.image.description="Kubernetes controllers as functions: watcher, hook server and tools" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="${COMMIT}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="${SOURCE}"
# A number, so that the kubelet can check that it is not root.
USER 65532:65532
WORKDIR /
# The commands end in an orderly way on this signal. Probes are those of the manifests, so there is no HEALTHCHECK.
STOPSIGNAL SIGTERM
EXPOSE 8080 8081 9999
# An init as process 1: it ends the processes that hooks leave behind, and passes signals on.
ENTRYPOINT ["/usr/bin/tini", "--", "/opt/hookline/bin/hookline"]
