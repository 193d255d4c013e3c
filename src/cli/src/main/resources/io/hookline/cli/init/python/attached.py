return "ready" if attachment_name(target) in attachments["{{primaryGroup}}"] else "pending"
