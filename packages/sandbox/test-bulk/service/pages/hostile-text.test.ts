import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import {
  adverseActions,
  candidates,
  checks,
  checkTypes,
  type DocumentField,
  documentConfigs,
  invitations,
  roles,
  tenants,
} from '../../../src/service/db/schema/index.js';
import { act, openAction } from '../../../test/support/adverse-actions.js';
import { fillIn, identity, invite } from '../../../test/support/invite.js';
import {
  type PlainBrowser,
  plainBrowser,
  type ShownPage,
} from '../../../test/support/plain-browser.js';
import { sharedService } from '../../../test/support/service.js';

// Names, answers and brands are text of others, and must be shown only as text on every page.

const service = sharedService();
let browser: PlainBrowser;
let url: string;

beforeEach(async () => {
  browser = plainBrowser(service().description.url);
  ({ url } = await invite(service()));
  await fillIn(service(), url);
});

const hostile = fc.oneof(
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus='alert(1)",
    '</title></style><svg/onload=alert(1)>',
    '<!--',
    ']]>',
    '&lt;b&gt;&#x3c;',
    'javascript:alert(1)',
    '{{constructor}}<%= 7 %>',
    '\u202egnp.exe\u2066\u2069',
    '\ufeff\u200b\u00ad',
    'Ⅷ ﷽ 👩‍⚕️',
    '__proto__',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc
    .array(fc.constantFrom('<', '>', '"', "'", '&', '/', '=', '`', ' ', 'a'), {
      minLength: 1,
      maxLength: 30,
    })
    .map((parts) => parts.join('')),
);
const stored = hostile.filter((text) => text.trim() === text && !/\p{Cs}|\0/u.test(text));

const steps = ['', '/identity', '/authorization', '/documents/rn-license', '/review', '/x'];

/** The elements of a page without their texts. */
function shapeOf({ elements }: ShownPage): readonly string[] {
  return elements.map(({ tag, attributes, ancestors }) => {
    const names = Object.keys(attributes).join(' ');
    return `${'  '.repeat(ancestors.length)}${tag} ${names}`;
  });
}

async function shapes() {
  const pages = [];
  for (const step of steps) pages.push(shapeOf(await browser.open(`${url}${step}`)));
  return pages;
}

it('stored values are text on every page', async () => {
  const { sql } = service();
  const rename = async (text: string) => {
    await sql.update(tenants).set({ name: text });
    await sql.update(roles).set({ name: text });
    await sql.update(documentConfigs).set({ name: text });
    const candidate = { firstName: text, lastName: text, email: text, phone: text };
    await sql.update(candidates).set(candidate);
    const [invitation] = await sql.select().from(invitations);
    const documents = Object.fromEntries(
      Object.keys(invitation?.answers.documents ?? {}).map((slug) => [
        slug,
        { formData: { licenseNumber: 'RN1', holderName: text, issuer: text }, fileIds: [] },
      ]),
    );
    const signature = `${text} ${text}`;
    await sql
      .update(invitations)
      .set({ answers: { ...invitation?.answers, signature, documents } });
  };
  await rename('plain');
  const plain = await shapes();
  await fc.assert(
    fc.asyncProperty(stored, async (text) => {
      await rename(text);
      expect(await shapes()).toEqual(plain);
      const page = await browser.open(`${url}/identity`);
      expect(page.values['lastName']).toBe(text);
      const review = await browser.open(`${url}/review`);
      const shown = review.elements.filter(({ tag }) => tag === 'bdi').map((one) => one.text);
      expect(shown.filter((value) => value === text).length).toBeGreaterThan(5);
    }),
    { numRuns: 12 },
  );
});

const keys = ['firstName', 'lastName', 'email', 'phone', 'dateOfBirth', 'ssnLast4'] as const;

it('refused input is shown as text, and accepted input is kept unchanged', async () => {
  const page = await browser.open(`${url}/identity`);
  await fc.assert(
    fc.asyncProperty(hostile, fc.constantFrom(...keys), async (text, key) => {
      const shown = await browser.submit(page, { ...identity, [key]: text });
      expect([200, 422]).toContain(shown.status);
      if (shown.status === 422) return;
      const [candidate] = await service().list('/v1/candidates');
      expect(candidate?.[key] ?? '').toBe(Buffer.from(text).toString().trim());
    }),
    { numRuns: 40 },
  );
  await service().failed();
});

it('of an adverse action, it is text on every page of its dispute', async () => {
  const { sql } = service();
  const addresses: string[] = [];
  for (const action of ['none', 'dispute', 'resolve-dispute', 'cancel']) {
    const { id, disputeUrl } = await openAction(service());
    addresses.push(disputeUrl);
    if (action === 'cancel') await act(service(), id, 'cancel');
    if (action.endsWith('dispute')) await act(service(), id, 'dispute', { statement: 'x' });
    if (action === 'resolve-dispute') await act(service(), id, action, { outcome: 'accurate' });
  }
  const rename = async (text: string) => {
    await sql.update(tenants).set({ name: text });
    await sql.update(checkTypes).set({ name: text });
    for (const { id, records } of await sql.select().from(checks)) {
      const renamed = records.map((one) => ({ ...one, summary: text, jurisdiction: text }));
      await sql.update(checks).set({ records: renamed }).where(eq(checks.id, id));
    }
    for (const { id, dispute } of await sql.select().from(adverseActions)) {
      if (!dispute) continue;
      const statement = { ...dispute, statement: text };
      await sql.update(adverseActions).set({ dispute: statement }).where(eq(adverseActions.id, id));
    }
  };
  const open = async () => {
    const shown: ShownPage[] = [];
    for (const address of addresses) shown.push(await browser.open(address));
    return shown;
  };
  await rename('plain');
  const plain = (await open()).map(shapeOf);
  await fc.assert(
    fc.asyncProperty(stored, async (text) => {
      await rename(text);
      const shown = await open();
      expect(shown.map(shapeOf)).toEqual(plain);
      for (const { html, elements } of shown) {
        expect(elements.some((one) => one.text === text)).toBe(true);
        expect(html).not.toMatch(/<(script|img|svg|b|i)\b/i);
      }
    }),
    { numRuns: 8 },
  );
  const [address = ''] = addresses;
  await rename('plain');
  const form = await browser.open(address);
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const refused = await browser.submit(form, { findings: [], statement: text });
      expect(refused.status).toBe(422);
      expect(refused.html).not.toMatch(/<(script|img|svg|b|i)\b/i);
    }),
    { numRuns: 15 },
  );
  await service().failed();
});

it('keys of a configuration are only names of fields', async () => {
  const plain: DocumentField = { key: 'plain', type: 'string', required: true };
  const show = async (key: string) => {
    const fields = [{ ...plain, key }];
    await service().sql.update(documentConfigs).set({ fields, magicField: key });
    return browser.open(`${url}/documents/rn-license`);
  };
  const expected = shapeOf(await show('plain'));
  for (const key of ['files', 'skip', 'remove', '"><b>', 'a b', 'firstName']) {
    const page = await show(key);
    expect(shapeOf(page)).toEqual(expected);
    const review = await browser.submit(page, { [`field.${key}`]: '<i>x</i>' });
    expect(review.status).toBe(200);
  }
});
