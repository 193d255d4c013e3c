if _, ready := attachments["{{primaryGroup}}"][attachmentName(target)]; ready {
	return "ready"
}
return "pending"
