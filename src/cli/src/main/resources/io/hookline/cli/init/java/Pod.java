private static Pod pod({{parentType}} {{argument}}) {
    return new PodBuilder()
            .withNewMetadata()
            .withName({{$name}})
            .withLabels({{$labels}})
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("main")
            .withImage({{$image}})
            .endContainer()
            .endSpec()
            .build();
}
