{{- define "hookline.labels" -}}
app.kubernetes.io/name: hookline
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "hookline.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end }}

{{- define "hookline.hooksImage" -}}
{{- $repository := .Values.hooks.image.repository | default (printf "%s-hooks" .Values.image.repository) -}}
{{- with .Values.hooks.image -}}
{{- if .digest -}}
{{ $repository }}@{{ .digest }}
{{- else -}}
{{ $repository }}:{{ .tag | default $.Values.image.tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end }}

{{- /* What both Pods have: the parts of a Pod that values of this name set. */ -}}
{{- define "hookline.pod" -}}
{{- $part := .part -}}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $part.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $part.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $part.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $part.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{- define "hookline.spread" -}}
# On different nodes and in different zones, where that is possible.
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - topologyKey: {{ . }}
    maxSkew: 1
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        app.kubernetes.io/name: hookline
        app.kubernetes.io/component: {{ $ }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end }}

{{- define "hookline.selector" -}}
app.kubernetes.io/name: hookline
app.kubernetes.io/component: {{ . }}
{{- end }}
