private static HorizontalPodAutoscaler horizontalPodAutoscaler({{parentType}} {{argument}}) {
    return new HorizontalPodAutoscalerBuilder()
            .withNewMetadata()
            .withName({{$name}})
            .withLabels({{$labels}})
            .endMetadata()
            .withNewSpec()
            .withNewScaleTargetRef()
            .withApiVersion("apps/v1")
            .withKind("Deployment")
            .withName({{$name}})
            .endScaleTargetRef()
            .withMinReplicas(1)
            .withMaxReplicas(10)
            .endSpec()
            .build();
}
