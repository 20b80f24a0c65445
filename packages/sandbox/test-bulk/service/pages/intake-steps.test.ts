import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { documentConfigs } from '../../../src/service/db/schema/index.js';
import { fillIn, identity, invite } from '../../../test/support/invite.js';
import { plainBrowser } from '../../../test/support/plain-browser.js';
import { sharedService } from '../../../test/support/service.js';

const service = sharedService();
const browser = () => plainBrowser(service().description.url);
const agreed = { agree: ['yes'], signature: 'Maria Ortiz' };

/** The address of the intake of a new invitation. */
const invited = async (role?: string) =>
  (await invite(service(), role === undefined ? {} : { role })).url;

async function candidate() {
  const [first] = await service().list('/v1/candidates');
  return first ?? {};
}

describe('the first page', () => {
  it('tells whose it is, what is asked and until when', async () => {
    const page = await browser().open(await invited());
    expect(page.text).toContain('Sandbox account has invited you');
    expect(page.text).toContain('for this role: Registered nurse.');
    for (const asked of ['About you', 'Registered nurse license', 'CPR card', 'Check your answers'])
      expect(page.text).toContain(asked);
    expect(page.text).toContain('until the end of January 7, 2026 (America/New_York)');
  });

  it('goes on where the candidate has stopped', async () => {
    const url = await invited();
    const first = await browser().follow(await browser().open(url), 'Begin');
    await browser().submit(first, identity);
    const again = await browser().follow(await browser().open(url), 'Go on');
    expect(again.heading).toBe('Disclosure and authorization');
  });
});

it('opens the invitation once, and the first saved step puts the candidate in progress', async () => {
  const { invitation, url } = await invite(service());
  const shown = async () =>
    (await service().call('GET', `/v1/invitations/${invitation['id']}`)).body;
  await fetch(url, { method: 'HEAD' });
  await fetch(url, { headers: { 'sec-purpose': 'prefetch;prerender' } });
  expect(await shown()).toEqual(invitation);
  await service().control('/clock', { advance: '1h' });
  const page = await browser().open(`${url}/identity`);
  const openedAt = '2026-01-01T01:00:00.000Z';
  const opened = { ...invitation, status: 'opened', openedAt, updatedAt: openedAt };
  expect(await shown()).toEqual(opened);
  await service().control('/clock', { advance: '1h' });
  await browser().open(url);
  expect(await shown()).toEqual(opened);
  expect(await candidate()).toMatchObject({ status: 'invited' });
  await browser().submit(page, identity);
  expect(await candidate()).toMatchObject({ status: 'in_progress', ...identity });
});

describe('the steps', () => {
  it('cannot be skipped, with GET or POST', async () => {
    const url = await invited();
    for (const step of ['authorization', 'documents/rn-license', 'review', 'done']) {
      expect((await browser().open(`${url}/${step}`)).heading).toBe('About you');
      if (step === 'done') continue;
      const body = new URLSearchParams({ agree: 'yes', signature: 'Maria Ortiz' });
      const headers = { origin: new URL(url).origin };
      const init = { method: 'POST', headers, body, redirect: 'manual' } as const;
      const answer = await fetch(`${url}/${step}`, init);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`${new URL(url).pathname}/identity`);
    }
    expect(await candidate()).toMatchObject({ status: 'invited', authorization: null });
  });

  it('keep their answers when the candidate goes back', async () => {
    const url = await invited();
    const review = await fillIn(service(), url);
    const back = await browser().follow(review, 'Change: About you');
    expect(back.values).toMatchObject(identity);
    const phone = '+1 212 555 0199';
    expect((await browser().submit(back, { phone })).heading).toBe('Check your answers');
    expect((await browser().open(`${url}/authorization`)).values).toMatchObject({
      agree: 'checked',
      signature: 'Maria Ortiz',
    });
    expect((await browser().open(`${url}/documents/rn-license`)).values).toMatchObject({
      'field.licenseNumber': 'RN1234',
    });
    expect(await candidate()).toMatchObject({ phone });
  });

  it('are signed again under another name', async () => {
    const url = await invited();
    const review = await fillIn(service(), url);
    const back = await browser().follow(review, 'Change: About you');
    const page = await browser().submit(back, { lastName: 'Ortiz-Lee' });
    expect(page.heading).toBe('Disclosure and authorization');
    expect(page.values).toMatchObject({ agree: '', signature: '' });
    expect((await browser().submit(page, agreed)).errors).toEqual({
      signature: 'Signature: type your first and last name as on the page "About you".',
    });
    const next = await browser().submit(page, { agree: ['yes'], signature: '  maria  ortiz-LEE ' });
    expect(next.heading).toBe('Check your answers');
  });

  it('ask only for the documents of the work state', async () => {
    const { url } = await invite(service(), { role: 'driver' });
    await service()
      .sql.update(documentConfigs)
      .set({ states: ['NY'] })
      .where(eq(documentConfigs.slug, 'drivers-license'));
    const page = await browser().submit(await browser().open(`${url}/identity`), identity);
    expect((await browser().submit(page, agreed)).heading).toBe('Check your answers');
    expect((await fetch(`${url}/documents/drivers-license`)).status).toBe(404);
  });
});

describe('the page about the candidate', () => {
  it('has what the caller knows', async () => {
    const { url } = await invite(service(), { candidate: { phone: '415-555-0100' } });
    const page = await browser().open(`${url}/identity`);
    expect(page.values).toEqual({
      ...identity,
      phone: '415-555-0100',
      dateOfBirth: '',
      ssnLast4: '',
    });
    const autocomplete = page.elements.flatMap(
      ({ attributes }) => attributes['autocomplete'] ?? [],
    );
    expect(autocomplete).toEqual(['given-name', 'family-name', 'email', 'tel', 'bday', 'off']);
  });

  it('asks for what the checks of the package need, and lets the rest be empty', async () => {
    const page = await browser().open(`${await invited()}/identity`);
    const empty = Object.fromEntries(Object.keys(identity).map((name) => [name, ' ']));
    const refused = await browser().submit(page, empty);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.errors)).toEqual([
      'firstName',
      'lastName',
      'email',
      'dateOfBirth',
      'ssnLast4',
    ]);
    expect(refused.html).toContain('<title>Error: About you – Sandbox account</title>');
    const next = await browser().submit(refused, { ...identity, phone: '' });
    expect(next.heading).toBe('Disclosure and authorization');
    expect(await candidate()).toMatchObject({ phone: null });
  });

  it.each([
    ['firstName', 'x'.repeat(101)],
    ['firstName', 'x'.repeat(100_000)],
    ['lastName', 'a\u0000b'],
    ['email', 'maria'],
    ['phone', 'call me'],
    ['dateOfBirth', '2026-01-02'],
    ['dateOfBirth', '1899-12-31'],
    ['dateOfBirth', '1990-02-30'],
    ['ssnLast4', '12'],
    ['ssnLast4', '12345'],
  ])('refuses a wrong %s, and saves nothing', async (name, value) => {
    const before = await invite(service());
    const page = await browser().open(`${before.url}/identity`);
    const refused = await browser().submit(page, { ...identity, firstName: 'Ana', [name]: value });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.errors)).toEqual([name]);
    expect(refused.html.length).toBeLessThan(20_000);
    expect(await candidate()).toMatchObject({ firstName: 'Maria', status: 'invited' });
  });

  it.each([
    ['ssnLast4', '078-05-1120'],
    ['ssnLast4', '078051120'],
    ['lastName', 'Ortiz 078 05 1120'],
  ])(
    'never takes a whole Social Security number in %s, nor shows it again',
    async (name, value) => {
      const page = await browser().open(`${await invited()}/identity`);
      const refused = await browser().submit(page, { ...identity, [name]: value });
      expect(refused.errors).toEqual({
        [name]: expect.stringContaining('do not enter a whole Social Security number'),
      });
      expect(refused.html).not.toMatch(/078.?05.?1120/);
      expect(refused.values[name]).toBe('');
      expect(refused.values['email']).toBe(identity.email);
    },
  );
});

it('the disclosure is alone on its page, and is authorized by box and name', async () => {
  const page = await browser().submit(
    await browser().open(`${await invited()}/identity`),
    identity,
  );
  expect(page.text).toContain('This is a placeholder of the sandbox, and no legal text.');
  expect((await browser().submit(page)).errors).toEqual({
    agree: 'Tick the box to authorize the background checks.',
    signature: 'Signature: type your first and last name as on the page "About you".',
  });
  const { errors, values } = await browser().submit(page, { ...agreed, agree: [] });
  expect(Object.keys(errors)).toEqual(['agree']);
  expect(values['signature']).toBe('Maria Ortiz');
  expect((await browser().submit(page, agreed)).heading).toBe('Registered nurse license');
});
