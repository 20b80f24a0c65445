import openApiFetch, { type Client } from 'openapi-fetch';
import type { Fetch } from '../thread/fetch-over.js';
import type { components, paths } from './api-types.js';
import { isRecord } from './call-service.js';

/** The schemas of the OpenAPI document, such as `SandboxSchemas['DocumentVerification']` and `['Problem']`. */
export type SandboxSchemas = components['schemas'] & {
  /** @deprecated Use `UploadedFile`. */
  File: components['schemas']['UploadedFile'];
};

/** Every path of the OpenAPI document, for your own client: `createClient<SandboxPaths>()` of openapi-fetch. */
export type SandboxPaths = paths;

/**
 * Every operation of the service, by method and path, typed from its OpenAPI document. A call resolves with
 * `{ data, response }` for a 2xx and with `{ error, response }` for a refusal; `error` is the problem document (RFC 9457).
 * Calls send the full-access key, unless their `headers` set another `authorization`. They reject with a
 * `SandboxError` once the service has ended.
 *
 * @example
 * const { data, error } = await sandbox.api.GET('/v1/document-verifications/{verificationId}', {
 *   params: { path: { verificationId } },
 * });
 */
export interface SandboxApi
  extends Pick<Client<paths>, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'> {}

// In the CommonJS build the default import is the module's exports, as it is in Node.
const createFetchClient: typeof openApiFetch = Object(openApiFetch).default ?? openApiFetch;

export function sandboxApi(fetch: Fetch, baseUrl: string, token: string): SandboxApi {
  const headers = { authorization: `Bearer ${token}` };
  return createFetchClient<paths>({ baseUrl, fetch, headers, bodySerializer });
}

/** JSON has no files, so a body with a file is a form. */
function bodySerializer(body: unknown): string | FormData {
  const fields = isRecord(body) ? Object.entries(body) : [];
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value instanceof Blob ? value : String(value));
  return form;
}
