import { maria } from './maria.js';
import { plainBrowser, type ShownPage } from './plain-browser.js';
import { roleOf } from './role-of.js';
import type { TestService } from './service.js';

type Json = Readonly<Record<string, unknown>>;

/** An invitation, and its candidate's state before it. */
export interface Invited {
  readonly candidate: Json;
  readonly invitation: Json;
  /** The URL of the intake. */
  readonly url: string;
}

/** The options of {@link invite}. */
export interface Invitation {
  /** The slug of a role of the account. Default: `registered-nurse`. */
  readonly role?: string;
  readonly candidate?: Json;
  /** Further fields of the invitation. */
  readonly more?: Json;
}

/** Creates a candidate and invites them, by default to work as a nurse in California. */
export async function invite(
  { send, sql }: TestService,
  { role = 'registered-nurse', candidate: fields = {}, more = {} }: Invitation = {},
): Promise<Invited> {
  const candidate = await send('POST', '/v1/candidates', { ...maria, ...fields });
  const invitation = await send('POST', '/v1/invitations', {
    candidateId: candidate['id'],
    roleId: (await roleOf(sql, role)).id,
    workState: 'CA',
    ...more,
  });
  return { candidate, invitation, url: String(invitation['intakeUrl']) };
}

export const identity = {
  ...maria,
  phone: '+1 415 555 0100',
  dateOfBirth: '1990-02-28',
  ssnLast4: '6789',
} as const;

/** Fills in an intake up to its last page, and returns that page. Skips optional documents. */
export async function fillIn(service: TestService, url: string): Promise<ShownPage> {
  const browser = plainBrowser(service.description.url);
  let page = await browser.follow(await browser.open(url), 'Start');
  page = await browser.submit(page, identity);
  page = await browser.submit(page, { agree: ['yes'], signature: 'Maria Ortiz' });
  for (let documents = 0; page.path.includes('/documents/'); documents += 1) {
    if (documents > 9) throw new Error(`It does not end: ${page.path} ${page.text}`);
    const { values } = page;
    const canSkip = page.elements.some(({ attributes }) => attributes['name'] === 'skip');
    const entries = {
      ...('field.licenseNumber' in values ? { 'field.licenseNumber': 'RN1234' } : {}),
      ...('field.holderName' in values ? { 'field.holderName': 'Maria Ortiz' } : {}),
    };
    page = canSkip ? await browser.submit(page, {}, 'skip') : await browser.submit(page, entries);
  }
  return page;
}
