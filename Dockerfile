# One image for all commands: docker run hookline --help
FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY pom.xml LICENSE ./
COPY manifests/crds manifests/crds
COPY manifests/hooks manifests/hooks
COPY manifests/watcher manifests/watcher
COPY src/main src/main
RUN mvn --batch-mode --no-transfer-progress -Dmaven.test.skip=true package

# A JDK, not a JRE: Java hooks are compiled when they are loaded. The packages are for hooks in JavaScript (90 MB), Python (30 MB)
# and Bash (jq, 1 MB).
FROM eclipse-temurin:25-jdk
RUN apt-get update && apt-get install --yes --no-install-recommends jq nodejs python3 && rm -rf /var/lib/apt/lists/*
# Empty: hooks are mounted here, or copied by an image FROM this one.
RUN mkdir /hooks
COPY --from=build /src/target/hookline /opt/hookline
# For the manifests and the Helm chart of Metacontroller: they need another image name, and no other change.
RUN ln -s /opt/hookline/bin/metacontroller /usr/bin/metacontroller
# In this stage, since the AOT caches fit only this JDK and these files.
RUN /opt/hookline/bin/hookline warmup
LABEL org.opencontainers.image.title="Hookline" \
      org.opencontainers.image.description="Kubernetes controllers as functions: watcher, hook server and tools" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="0.1.0"
# A number, so that the kubelet can check that it is not root.
USER 65532:65532
WORKDIR /
# The commands end in an orderly way on this signal. Probes are those of the manifests, so there is no HEALTHCHECK.
STOPSIGNAL SIGTERM
EXPOSE 8080 8081 9999
ENTRYPOINT ["/opt/hookline/bin/hookline"]
