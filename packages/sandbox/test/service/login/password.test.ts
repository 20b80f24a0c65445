import { expect, it, onTestFinished } from 'vitest';
import type { ServiceConfig } from '../../../src/service/config/service-config.js';
import {
  addressOf,
  browserWith,
  cookieOf,
  newLink,
  visit,
} from '../../support/dashboard-browser.js';
import { expectAccessiblePage } from '../../support/expect-accessible-page.js';
import { startTestService, type TestService } from '../../support/service.js';

const PASSWORD = ' correct horse: ünicode';

/** Each test starts its own service, because all tests are the same client. */
async function serviceWithPassword(config: Partial<ServiceConfig> = {}): Promise<TestService> {
  const service = await startTestService({
    password: PASSWORD,
    rng: 'not the default',
    ...config,
  });
  onTestFinished(() => service.close());
  return service;
}

const guess = (
  service: TestService,
  password: string,
  headers?: Readonly<Record<string, string>>,
) => browserWith(service, '').submit('/login', { password }, headers);

it('the login has a form for a password, which works without script', async () => {
  const service = await serviceWithPassword();
  const { status, headers, text } = await visit(`${addressOf(service)}/login`);
  expect(status).toBe(200);
  const elements = expectAccessiblePage(headers, text);
  const [form] = elements.filter(({ tag }) => tag === 'form');
  expect(form?.attributes).toMatchObject({ method: 'post', action: '/login' });
  const [input, ...more] = elements.filter(({ tag }) => tag === 'input');
  expect(input?.attributes).toMatchObject({
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
  });
  expect(more).toEqual([]);
  const dead = await visit(`${addressOf(service)}/login?t=x`);
  expect(dead.text).toContain('<a href="/login">sign in with the password</a>');
});

it('the right password signs in', async () => {
  const service = await serviceWithPassword();
  const { status, headers } = await guess(service, PASSWORD);
  expect([status, headers.get('location')]).toEqual([303, '/']);
  expect(headers.get('cache-control')).toBe('no-store');
  const browser = browserWith(service, cookieOf(headers));
  expect((await browser.send('GET', '/v1/account')).body['id']).toBe('acct');
  expect((await browser.send('GET', '/')).status).toBe(200);
});

it('a password leads to the page that was asked for, after a wrong one too', async () => {
  const service = await serviceWithPassword();
  const to = '/deliveries?status=failed';
  const asked = await visit(`${addressOf(service)}/login?to=${encodeURIComponent(to)}`);
  const wrong = await browserWith(service, '').submit('/login', { password: 'x', to });
  const field = `<input type="hidden" name="to" value="${to}"/>`;
  for (const { text } of [asked, wrong]) expect(text).toContain(field);
  for (const [sent, location] of [
    [to, to],
    ['https://other.example/', '/'],
  ] as const) {
    const right = await browserWith(service, '').submit('/login', {
      password: PASSWORD,
      to: sent,
    });
    expect(right.headers.get('location')).toBe(location);
  }
});

it('no other password does', async () => {
  const service = await serviceWithPassword();
  for (const wrong of [
    '',
    PASSWORD.trim(),
    `${PASSWORD} `,
    PASSWORD.toUpperCase(),
    'x'.repeat(9e4),
  ]) {
    const { status, headers, text } = await guess(service, wrong);
    expect(status).toBe(403);
    expect(headers.getSetCookie()).toEqual([]);
    const elements = expectAccessiblePage(headers, text);
    expect(elements.find(({ tag }) => tag === 'title')?.text).toMatch(/^Error: /);
    expect(text).toContain('The password is wrong.');
    if (wrong.length > 1) expect(text).not.toContain(wrong);
  }
});

it('after ten wrong guesses, even the right one has to wait', async () => {
  const service = await serviceWithPassword();
  const link = await newLink(service);
  // Concurrent guesses must not bypass the limit.
  const guesses = Array.from({ length: 12 }, (_, at) => guess(service, `wrong password ${at}`));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 403)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  const { status, headers, text } = await guess(service, PASSWORD);
  expect(status).toBe(429);
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expectAccessiblePage(headers, text);
  expect(text).toContain(`Too many wrong passwords were sent. Try again in ${seconds} s.`);
  expect((await visit(link)).status).toBe(303);
});

async function lockOut(service: TestService, client: (at: number) => string): Promise<void> {
  for (let at = 0; at < 10; at += 1) {
    const headers = { 'x-forwarded-for': client(at) };
    expect((await guess(service, 'wrong password', headers)).status).toBe(403);
  }
}

it('a client that is locked out does not lock out others behind the same proxy', async () => {
  const service = await serviceWithPassword({ trustProxy: ['127.0.0.0/8', '::1'] });
  // The proxy appends the real address to the header that the client sends.
  await lockOut(service, (at) => `192.0.2.${at}, 203.0.113.7`);
  const from = async (client: string) =>
    (await guess(service, PASSWORD, { 'x-forwarded-for': client })).status;
  expect(await from('203.0.113.7')).toBe(429);
  expect(await from('203.0.113.8, 203.0.113.7')).toBe(429);
  expect(await from('203.0.113.8')).toBe(303);
});

it('only a trusted proxy determines the client', async () => {
  const service = await serviceWithPassword({ trustProxy: ['192.0.2.0/24'] });
  await lockOut(service, (at) => `203.0.113.${at}`);
  const headers = { 'x-forwarded-for': '203.0.113.10' };
  expect((await guess(service, PASSWORD, headers)).status).toBe(429);
});

it('the form is taken from a page of the service only', async () => {
  const service = await serviceWithPassword();
  const url = addressOf(service);
  for (const headers of [
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'none' },
    {},
  ]) {
    const sent: Record<string, string> = { ...headers };
    const body = new URLSearchParams({ password: PASSWORD });
    const response = await fetch(`${url}/login`, { method: 'POST', headers: sent, body });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.text()).toContain('It came from another site.');
  }
  const json = await browserWith(service, '').send('POST', '/login', {
    body: { password: PASSWORD },
  });
  expect([json.status, json.headers.getSetCookie()]).toEqual([400, []]);
});
