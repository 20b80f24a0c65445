import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loginLinks, loginSessions } from '../../../src/service/db/schema/login.js';
import { hashToken } from '../../../src/service/login/sessions.js';
import {
  addressOf,
  browserWith,
  cookieOf,
  newLink,
  signIn,
  visit,
} from '../../support/dashboard-browser.js';
import { expectAccessiblePage } from '../../support/expect-accessible-page.js';
import { describeWithPostgres } from '../../support/scratch-postgres.js';
import { sharedService, startTestService } from '../../support/service.js';
import { sharedDatabase } from '../../support/shared-database.js';

const service = sharedService();
const tokenOf = (link: string): string => new URL(link).searchParams.get('t') ?? '';
const hour = 3_600_000;

function expectSecretPage(headers: Headers): void {
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
}

/** Expects something that ends at `end` and lasts `lasts` to have begun since `before`. */
function expectEnd(end: number, lasts: number, before: number): void {
  expect(end - lasts).toBeGreaterThanOrEqual(before);
  expect(end - lasts).toBeLessThanOrEqual(Date.now());
}

describe('a one-time link', () => {
  it('is in the description of the service, and signs in', async () => {
    const started = await startTestService();
    onTestFinished(() => started.close());
    const { dashboardUrl, url } = started.description;
    expect(dashboardUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login\?t=[0-9A-Za-z]{43}$/);
    const { status, headers } = await visit(dashboardUrl);
    expect([status, headers.get('location')]).toEqual([303, '/']);
    expectSecretPage(headers);
    const opened = await visit(`${url}/`, { cookie: cookieOf(headers) });
    expect([opened.status, opened.text.includes('Home · Screening sandbox')]).toEqual([200, true]);
  });

  it('is made by a control, expires after 24 hours of wall time, and is stored as a digest', async () => {
    const before = Date.now();
    const { status, body } = await service().control('/login-links', {});
    expect(status).toBe(201);
    expectEnd(Date.parse(String(body['expiresAt'])), 24 * hour, before);
    const token = tokenOf(String(body['url']));
    const stored = await service().sql.select().from(loginLinks);
    expect(stored).toContainEqual(expect.objectContaining({ hash: hashToken(token) }));
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('works once, also when it is opened twice at the same time', async () => {
    const link = await newLink(service());
    const opened = await Promise.all([visit(link), visit(link), visit(link)]);
    expect(opened.map(({ status }) => status).sort()).toEqual([303, 404, 404]);
    for (const { status, headers } of opened) {
      expect(headers.getSetCookie()).toHaveLength(status === 303 ? 1 : 0);
      expectSecretPage(headers);
    }
  });

  it('that is not valid says how to get another one', async () => {
    const url = addressOf(service());
    for (const token of ['', 'short', 'x'.repeat(43), '%00'.repeat(43), `${'x'.repeat(42)}'`]) {
      const { status, headers, text } = await visit(`${url}/login?t=${token}`);
      expect(status).toBe(404);
      expect(text).toContain('This sign-in link is not valid');
      expect(text).toContain('<code>screening-sandbox dashboard</code>');
      expect(text).not.toContain('xxxx');
      expectSecretPage(headers);
    }
  });

  it('sends somebody who is signed in to the dashboard, when it was used', async () => {
    const { cookie } = await signIn(service());
    const link = await newLink(service());
    await visit(link);
    const { status, headers } = await visit(link, { cookie });
    expect([status, headers.get('location')]).toEqual([303, '/']);
  });

  it('does not work when it has expired', async () => {
    const link = await newLink(service());
    await service()
      .sql.update(loginLinks)
      .set({ expiresAt: new Date(0) })
      .where(eq(loginLinks.hash, hashToken(tokenOf(link))));
    expect((await visit(link)).status).toBe(404);
    // Creating the next link deletes it.
    const alive = await newLink(service());
    const hashes = (await service().sql.select().from(loginLinks)).map(({ hash }) => hash);
    expect(hashes).toContain(hashToken(tokenOf(alive)));
    expect(hashes).not.toContain(hashToken(tokenOf(link)));
  });

  it('is not used up by programs that look at it first', async () => {
    const link = await newLink(service());
    const head = await visit(link, {}, 'HEAD');
    const prefetch = await visit(link, { 'sec-purpose': 'prefetch;prerender' });
    for (const { headers } of [head, prefetch]) {
      expect(headers.getSetCookie()).toEqual([]);
      expectSecretPage(headers);
    }
    expect(prefetch.status).toBe(503);
    expect((await visit(link)).status).toBe(303);
  });

  it('that another site links to leads on by a link, because a redirect would lose the cookie', async () => {
    const { status, headers, text } = await visit(await newLink(service()), {
      'sec-fetch-site': 'cross-site',
    });
    expect(status).toBe(200);
    expect(text).toContain('<a class="button" href="/">');
    expectSecretPage(headers);
    const { status: opened } = await browserWith(service(), cookieOf(headers)).send('GET', '/');
    expect(opened).toBe(200);
  });
});

describeWithPostgres('on one database', () => {
  it('any process takes the link of another, once, and its session', async () => {
    const database = await sharedDatabase();
    const one = await database.start();
    const two = await database.start();
    const link = new URL(one.description.dashboardUrl);
    const { status, headers } = await visit(`${addressOf(two)}${link.pathname}${link.search}`);
    expect(status).toBe(303);
    expect((await visit(link.href)).status).toBe(404);
    // Each port has its own cookie.
    const [, token = ''] = cookieOf(headers).split('=');
    const port = new URL(addressOf(one)).port;
    const browser = browserWith(one, `screening_session_${port}=${token}`);
    expect((await browser.send('GET', '/v1/account')).status).toBe(200);
  });
});

describe('the cookie', () => {
  it('is out of reach of scripts and of other sites, and lasts 12 hours', async () => {
    const before = Date.now();
    const { headers } = await visit(await newLink(service()));
    const { port } = new URL(addressOf(service()));
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^screening_session_${port}=[0-9A-Za-z]{43}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict$`,
        ),
      ),
    ]);
    const token = cookieOf(headers).split('=')[1] ?? '';
    const stored = await service()
      .sql.select()
      .from(loginSessions)
      .where(eq(loginSessions.hash, hashToken(token)));
    expectEnd(Number(stored[0]?.expiresAt), 12 * hour, before);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('has another name on each port, so that two services do not sign each other out', async () => {
    const other = await startTestService();
    onTestFinished(() => other.close());
    const [mine, theirs] = [await signIn(service()), await signIn(other)];
    expect(mine.cookie.split('=')[0]).not.toBe(theirs.cookie.split('=')[0]);
    const both = `${mine.cookie}; ${theirs.cookie}`;
    for (const each of [service(), other]) {
      expect((await browserWith(each, both).send('GET', '/v1/account')).status).toBe(200);
    }
    expect((await browserWith(other, mine.cookie).send('GET', '/v1/account')).body['code']).toBe(
      'api_key_missing',
    );
  });
});

describe('somebody who is not signed in', () => {
  it.each([
    ['/', '/login'],
    ['/docs', '/login?to=%2Fdocs'],
    ['/deliveries?status=failed', '/login?to=%2Fdeliveries%3Fstatus%3Dfailed'],
  ])('gets from %s to the login', async (path, login) => {
    for (const cookie of [
      '',
      `screening_session_${new URL(addressOf(service())).port}=${'x'.repeat(43)}`,
    ]) {
      const { status, headers } = await visit(addressOf(service()) + path, { cookie });
      expect([status, headers.get('location')]).toEqual([303, login]);
      expectSecretPage(headers);
    }
  });

  it('gets instructions to sign in', async () => {
    const { status, headers, text } = await visit(`${addressOf(service())}/login`);
    expect(status).toBe(200);
    const elements = expectAccessiblePage(headers, text);
    expect(text).toContain('<code>screening-sandbox dashboard</code>');
    // No password is configured.
    expect(elements.filter(({ tag }) => tag === 'form' || tag === 'input')).toEqual([]);
    const { status: refused } = await browserWith(service(), '').submit('/login', { password: '' });
    expect(refused).toBe(405);
  });

  it('gets by a link to the page that was asked for, once', async () => {
    const url = addressOf(service());
    const asked = await visit(`${url}/login?to=${encodeURIComponent('/deliveries?status=failed')}`);
    expect(asked.text).toContain('<a href="/deliveries?status=failed">');
    const cookie = cookieOf(asked.headers);
    const { headers } = await visit(await newLink(service()), { cookie });
    expect(headers.get('location')).toBe('/deliveries?status=failed');
    expect(headers.getSetCookie().at(-1)).toMatch(/^screening_return=; Max-Age=0; Path=\/login/);
    const again = await visit(await newLink(service()));
    expect(again.headers.get('location')).toBe('/');
  });

  it.each([
    'https://other.example/',
    '//other.example',
    '/\\other.example',
    '/\t/other.example',
    '/.//other.example',
    '/login',
    '/logout',
    'deliveries',
  ])('is led by no login to %j', async (to) => {
    const address = `/login?to=${encodeURIComponent(to)}`;
    const { headers } = await (await signIn(service())).send('GET', address);
    expect(headers.get('location')).toBe('/');
    const cookie = `screening_return=${encodeURIComponent(to)}`;
    const redeemed = await visit(await newLink(service()), { cookie });
    expect(redeemed.headers.get('location')).toBe('/');
  });

  it('may load what is public', async () => {
    const url = addressOf(service());
    expect((await visit(`${url}/assets/x.js`)).status).toBe(404);
    expect((await visit(`${url}/v1/openapi.json`)).status).toBe(200);
    expect((await visit(`${url}/healthz`)).status).toBe(200);
  });
});

it('somebody who is signed in gets from the login to the dashboard', async () => {
  const { status, headers } = await (await signIn(service())).send('GET', '/login');
  expect([status, headers.get('location')]).toEqual([303, '/']);
});
