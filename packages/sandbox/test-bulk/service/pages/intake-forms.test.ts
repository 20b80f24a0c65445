import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/service/limits/limits.js';
import { expectAccessiblePage } from '../../../test/support/expect-accessible-page.js';
import { fillIn, identity, invite } from '../../../test/support/invite.js';
import { sharedService } from '../../../test/support/service.js';

// What no browser sends from these pages, or what another page lets it send.

const service = sharedService();
let url: string;

beforeEach(async () => {
  ({ url } = await invite(service()));
});

type Headers = Readonly<Record<string, string>>;

async function post(path: string, body: RequestInit['body'], headers: Headers = {}) {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: Object.entries({ origin: new URL(url).origin, ...headers })
      .filter(([, v]) => v !== '')
      .map(([name, value]) => [name, value] satisfies [string, string]),
    ...(body === undefined ? {} : { body }),
  });
  const html = await answer.text();
  if (answer.status !== 303) expectAccessiblePage(answer.headers, html);
  const [, heading] = /<h1>(.*?)<\/h1>/.exec(html) ?? [];
  return { status: answer.status, heading, html };
}

const whole = () => new URLSearchParams(identity);
const firstName = async () => (await service().list('/v1/candidates'))[0]?.['firstName'];

describe('a form', () => {
  const same = 'same-origin';
  const own = { 'sec-fetch-site': same };
  it.each([
    ['of a page of this service', { origin: 'OWN', 'sec-fetch-site': same }],
    ['of a browser that hides the origin', { origin: 'null', 'sec-fetch-site': same }],
    ['of a browser that tells only the site', { origin: '', 'sec-fetch-site': same }],
    ['of an old browser', { origin: 'OWN' }],
  ])('is taken: %s', async (_of, headers: Headers) => {
    const own = new URL(url).origin;
    const sent = Object.entries(headers).map(([name, value]) => [name, value.replace('OWN', own)]);
    expect(await post('/identity', whole(), Object.fromEntries(sent))).toMatchObject({
      status: 303,
    });
  });

  it.each([
    ['of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['of another site without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['of another port', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['of another port, of an old browser', { origin: 'http://127.0.0.1:1' }],
    ['of another site, of an old browser', { origin: 'https://evil.example' }],
    ['of another site that hides its origin, of an old browser', { origin: 'null' }],
    ['of a program that tells nothing', { origin: '' }],
    ['of no page', { origin: 'null', 'sec-fetch-site': 'none' }],
    ['of another origin, whatever the site', { origin: 'https://evil.example', ...own }],
    ['with a wrong origin', { origin: 'nonsense' }],
  ])('is refused: %s', async (_of, headers) => {
    const body = new URLSearchParams({ ...identity, firstName: 'Eve' });
    expect(await post('/identity', body, headers)).toMatchObject({
      status: 403,
      heading: 'This form was not sent by this site',
    });
    expect(await firstName()).toBe('Maria');
  });
});

const urlencoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=x';
const PART = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n';

describe('a body', () => {
  it.each([
    ['JSON', JSON.stringify(identity), 'application/json'],
    ['text', 'a=b', 'text/plain'],
    ['no parts', 'a=b', multipart],
    ['no boundary', '--x--', 'multipart/form-data'],
    ['an empty boundary', '--x--', 'multipart/form-data; boundary='],
    ['an open part', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb', multipart],
    ['a part without a name', '--x\r\nContent-Disposition: form-data\r\n\r\nb\r\n--x--', multipart],
    ['a part without headers', '--x\r\n\r\nb\r\n--x--', multipart],
    ['no type', '', ''],
  ])('that is not a form is answered by a page: %s', async (_what, body, type) => {
    const answer = await post('/identity', Buffer.from(body), { 'content-type': type });
    expect(answer).toMatchObject({ status: 400, heading: 'The form could not be read' });
    await service().failed();
  });

  it.each([
    ['nothing', ''],
    ['nonsense', '&&=&%&%zz=%ff'],
    ['other fields', 'status=completed&id=cand_1&__proto__=x&constructor=y'],
  ])('without the fields is refused by them: %s', async (_what, body) => {
    const answer = await post('/identity', body, { 'content-type': urlencoded });
    expect(answer).toMatchObject({ status: 422, heading: 'About you' });
  });

  it.each([
    ['firstName', 'First name'],
    ['phone', 'Phone number'],
  ])('whose %s is not UTF-8 is refused by it, and nothing of it is saved', async (name, label) => {
    const body = new URLSearchParams({ ...identity, email: 'new@example.com', [name]: '' });
    const answer = await post('/identity', `${body}`.replace(`${name}=`, `${name}=M%E9l`), {
      'content-type': urlencoded,
    });
    expect(answer).toMatchObject({ status: 422, heading: 'About you' });
    expect(answer.html).toContain(`${label}: some characters could not be read. Enter it again.`);
    expect(answer.html).not.toContain('\ufffd');
    const [candidate] = await service().list('/v1/candidates');
    expect(candidate).toMatchObject({ firstName: 'Maria', status: 'invited' });
    expect(candidate?.['email']).not.toBe('new@example.com');
  });

  it('whose signature is not UTF-8 is no signature, whatever the name', async () => {
    const named = new URLSearchParams({ ...identity, firstName: 'M\ufffdl' });
    expect(await post('/identity', named)).toMatchObject({ status: 303 });
    const sign = (first: string) =>
      post('/authorization', `agree=yes&signature=${first}+${identity.lastName}`, {
        'content-type': urlencoded,
      });
    expect(await sign('M%E9l')).toMatchObject({ status: 422 });
    expect(await sign('M%EF%BF%BDl')).toMatchObject({ status: 303 });
  });

  it('may have other fields, and of repeated ones the first counts', async () => {
    const body = `${whole()}&firstName=Eve&status=archived&ssn=078-05-1120&roleId=x`;
    expect(await post('/identity', body, { 'content-type': urlencoded })).toMatchObject({
      status: 303,
    });
    const [candidate] = await service().list('/v1/candidates');
    expect(candidate).toMatchObject({ firstName: 'Maria', status: 'in_progress' });
  });

  it('that is urlencoded takes no files, and a file is not text', async () => {
    await fillIn(service(), url);
    const form = new FormData();
    form.set('field.holderName', new File(['Maria'], 'x'));
    form.set('files', '%PDF-1.7');
    const refused = await post('/documents/cpr-card', form);
    expect(refused).toMatchObject({ status: 422, heading: 'CPR card' });
    expect(refused.html).toContain('Holder name: enter this.');
    const text = new URLSearchParams({ 'field.holderName': 'Maria', files: '%PDF-1.7' });
    expect(await post('/documents/cpr-card', text)).toMatchObject({ status: 303 });
    expect(await service().sql.query.files.findMany()).toEqual([]);
  });

  const large = { status: 413, heading: 'What you have sent is too large' };

  it('of too many parts is answered by a page', async () => {
    const parts = Buffer.from(`${PART.repeat(limits.formParts.most + 1)}--x--`);
    expect(await post('/identity', parts, { 'content-type': multipart })).toMatchObject(large);
  });

  it.each([
    ['with files', multipart, 12 * 1_048_576 + 1],
    ['much larger', multipart, 40_000_000],
    ['without files', urlencoded, 262_145],
    ['of a million fields', urlencoded, 2_000_000],
  ])('that is too large is answered by a page: %s', async (_what, type, size) => {
    const content = Buffer.alloc(size, 'a&');
    const headers = { 'content-type': type };
    expect(await post('/identity', content, headers)).toMatchObject(large);
    await service().failed();
  });

  it('that is too large is answered by a page when it does not tell its length', async () => {
    let left = 20;
    const body = new ReadableStream({
      pull(controller) {
        left -= 1;
        if (left === 0) controller.close();
        else controller.enqueue(new Uint8Array(1_048_576));
      },
    });
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { origin: new URL(url).origin, 'content-type': multipart },
    };
    const answer = await fetch(`${url}/identity`, init);
    expect(answer.status).toBe(413);
  });
});

it.each(['', '/', '/x', '/done', '/documents', '/documents/x', '/documents/rn-license/x'])(
  'nothing can be sent to %s',
  async (path) => {
    expect(await post(path, whole())).toMatchObject({ status: 404 });
    expect(await firstName()).toBe('Maria');
  },
);

it('a failure of the service is a page, and reported', async () => {
  const { sql, failed } = service();
  await sql.execute('alter table check_types rename to gone');
  try {
    const answer = await fetch(url);
    expect(answer.status).toBe(500);
    expectAccessiblePage(answer.headers, await answer.text());
    await expect(failed()).rejects.toThrow();
  } finally {
    await sql.execute('alter table gone rename to check_types');
  }
});
