import { plainBrowser, type ShownPage } from './plain-browser.js';
import type { TestService } from './service.js';

type Json = Readonly<Record<string, unknown>>;

/** A verification session. */
export interface OpenedSession {
  readonly id: string;
  /** The URL of its page. */
  readonly url: string;
}

/** Creates a session of the demo integration for documents. Default: for all documents. */
export async function openSession(
  { send, description }: TestService,
  ...documentConfigSlugs: readonly string[]
): Promise<OpenedSession> {
  const { integrationId } = description;
  const body = { integrationId, documentConfigSlugs };
  const { id, url } = await send('POST', '/v1/verification-sessions', body);
  return { id: String(id), url: String(url) };
}

/** Creates a verification. Default: in its own session. */
export async function createDocument(
  { send, description }: TestService,
  fields: Json,
): Promise<Json> {
  const { integrationId } = description;
  const body = { integrationId, documentConfigSlug: 'rn-license', state: 'CA', ...fields };
  return send('POST', '/v1/document-verifications', body);
}

/** Enters a nurse's license on the page of a session, up to the review page. */
export async function enterLicense(
  { description }: TestService,
  url: string,
  licenseNumber = 'RN1234',
): Promise<ShownPage> {
  const browser = plainBrowser(description.url);
  const form = await browser.open(`${url}/rn-license/enter`);
  return browser.submit(form, { state: 'CA', 'field.licenseNumber': licenseNumber });
}
