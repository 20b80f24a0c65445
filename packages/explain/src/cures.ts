// Cures that several causes share.

export const RAW_BODY = 'Verify the bytes as received, before any parser or middleware runs.';

export const READ_HEADER = 'Hand over the value of Service-Signature exactly as received.';

export const SIGN_AS_SPECIFIED =
  'Sign <t>.<body> with HMAC-SHA256 in hex, as signBody does; if it was sent like this, tell the sender.';
