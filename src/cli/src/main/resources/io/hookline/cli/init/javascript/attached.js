return attachmentName(object) in attachments["{{primaryGroup}}"] ? "ready" : "pending";
