_, ready := children["{{primaryGroup}}"][parent.Metadata.Name]
return object{"ready": ready}
