import { plainBrowser, type ShownPage } from './plain-browser.js';
import type { TestService } from './service.js';

type Json = Readonly<Record<string, unknown>>;

/** A verification session. */
export interface OpenedSession {
  readonly id: string;
  /** The address of its page. */
  readonly url: string;
}

/** Creates a session of the demo integration for documents. Without any, it is for all. */
export async function openSession(
  { call, description }: TestService,
  ...documentConfigSlugs: readonly string[]
): Promise<OpenedSession> {
  const { integrationId } = description;
  const body = { integrationId, documentConfigSlugs };
  const answer = await call('POST', '/v1/verification-sessions', body);
  if (answer.status !== 201) throw new Error(answer.text);
  return { id: String(answer.body['id']), url: String(answer.body['url']) };
}

/** Creates a verification, in a session of its own unless another one is named. */
export async function createDocument(
  { call, description }: TestService,
  fields: Json,
): Promise<Json> {
  const { integrationId } = description;
  const body = { integrationId, documentConfigSlug: 'rn-license', state: 'CA', ...fields };
  const answer = await call('POST', '/v1/document-verifications', body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

/** Enters a nurse's license on the page of a session, up to the page that shows it before it is sent. */
export function enterLicense(
  { description }: TestService,
  url: string,
  licenseNumber = 'RN1234',
): Promise<ShownPage> {
  return enter(description.url, `${url}/rn-license/enter`, {
    state: 'CA',
    'field.licenseNumber': licenseNumber,
  });
}

async function enter(
  origin: string,
  url: string,
  entries: Readonly<Record<string, string>>,
): Promise<ShownPage> {
  const browser = plainBrowser(origin);
  return browser.submit(await browser.open(url), entries);
}
