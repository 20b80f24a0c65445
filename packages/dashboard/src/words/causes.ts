import type { SandboxSchemas } from '@screening-webhooks/sandbox';

export type CauseCode = NonNullable<SandboxSchemas['WebhookDelivery']['cause']>;

export const causeNames: Readonly<Record<CauseCode, string>> = {
  address_blocked: 'address blocked',
  bad_request: 'answered 400',
  client_error: 'answered 4xx',
  connect_timeout: 'connection timed out',
  connection_failed: 'connection failed',
  connection_refused: 'connection refused',
  connection_reset: 'connection closed before an answer',
  dns_failed: 'host name not resolved',
  fault_injected: 'fault injected',
  forbidden: 'answered 403',
  headers_invalid: 'invalid headers',
  interrupted: 'interrupted',
  invalid_response: 'invalid answer',
  method_not_allowed: 'answered 405',
  not_found: 'answered 404',
  rate_limited: 'answered 429',
  redirected: 'redirected',
  server_error: 'answered 5xx',
  service_failed: 'failure of the service',
  timeout: 'no answer in time',
  tls_failed: 'TLS handshake failed',
  too_large: 'answered 413',
  unauthorized: 'answered 401',
  unsupported_media_type: 'answered 415',
  url_invalid: 'invalid URL',
};
