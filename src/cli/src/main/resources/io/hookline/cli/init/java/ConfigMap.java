private static ConfigMap configMap({{parentType}} {{argument}}) {
    return new ConfigMapBuilder()
            .withNewMetadata()
            .withName({{$name}})
            .withLabels({{$labels}})
            .endMetadata()
            .addToData("message", {{$message}})
            .build();
}
