import { describe, expect, it } from 'vitest';
import { type HttpAnswer, recognizeMiddleware, saidBy } from '../src/index.js';

type Headers = Readonly<Record<string, string>>;

const URL_ASKED = 'https://example.com/webhooks/screening';
const html = { 'content-type': 'text/html; charset=utf-8' };
const json = { 'content-type': 'application/json' };

const answer = (status: number, headers: Headers, body: string): HttpAnswer => ({
  url: URL_ASKED,
  status,
  headers: Object.entries(headers),
  body,
});
const codeOf = (status: number, headers: Headers, body: string) =>
  recognizeMiddleware(answer(status, headers, body))?.code;

const page = (title: string, rest = '') =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${rest}</body></html>`;

describe.each<[string, readonly (readonly [string, number, Headers, string])[]]>([
  [
    'csrf_check',
    [
      ['csurf, in JSON', 403, json, '{"error":"invalid csrf token"}'],
      [
        'csurf, the page of Express',
        403,
        html,
        page('Error', '<pre>ForbiddenError: invalid csrf token<br> &nbsp; at csrf</pre>'),
      ],
      ['csrf-csrf, its code alone', 403, json, '{"code":"EBADCSRFTOKEN"}'],
      ['an error handler that answers 500', 500, json, '{"error":"invalid csrf token"}'],
      ['lusca', 403, html, page('Error', '<pre>Error: CSRF token missing</pre>')],
      [
        '@fastify/csrf-protection',
        403,
        json,
        '{"statusCode":403,"code":"FST_CSRF_MISSING_SECRET","error":"Forbidden","message":"Missing csrf secret"}',
      ],
      [
        'Django',
        403,
        html,
        page('403 Forbidden', '<p>CSRF verification failed. Request aborted.</p>'),
      ],
      ['Rails', 422, html, page('The change you wanted was rejected (422)')],
      ['Rails, in development', 422, html, 'ActionController::InvalidAuthenticityToken'],
      ['Laravel', 419, html, page('Page Expired')],
      ['Laravel, in JSON', 419, json, '{"message":"CSRF token mismatch."}'],
      ['Flask-WTF', 400, html, page('400 Bad Request', '<p>The CSRF token is missing.</p>')],
      [
        'Spring, with its message',
        403,
        json,
        `{"status":403,"error":"Forbidden","message":"Invalid CSRF Token 'null' was found","path":"/webhooks/screening"}`,
      ],
      ['Tornado', 403, html, "HTTP 403: Forbidden ('_xsrf' argument missing from POST)"],
      ['ASP.NET', 400, html, 'The required antiforgery cookie "__Host-x" is not present.'],
      ['behind Cloudflare', 403, { ...json, server: 'cloudflare' }, '{"error":"bad csrf token"}'],
    ],
  ],
  [
    'login_required',
    [
      ['Basic', 401, { 'www-authenticate': 'Basic realm="staging"' }, ''],
      ['Bearer', 401, { 'WWW-Authenticate': 'Bearer' }, '{"detail":"Not authenticated"}'],
      ['a login page', 302, { location: '/login' }, ''],
      ['Rails', 302, { location: 'https://example.com/users/sign_in' }, ''],
      ['Django', 302, { location: '/accounts/login/?next=/webhooks/screening' }, ''],
      ['303', 303, { Location: '/auth/signin' }, ''],
      ['307', 307, { location: '/sso?to=/' }, ''],
      ['Cloudflare Access', 302, { location: 'https://team.cloudflareaccess.com/cdn' }, ''],
      ['Google', 302, { location: 'https://accounts.google.com/o/oauth2/v2/auth' }, ''],
      ['Django REST', 403, json, '{"detail":"Authentication credentials were not provided."}'],
      ['Laravel', 401, json, '{"message":"Unauthenticated."}'],
      ['Devise', 401, json, '{"error":"You need to sign in or sign up before continuing."}'],
      ['an API key', 403, json, '{"error":"Missing API key"}'],
      ['Vercel', 401, html, page('Authentication Required')],
      ['express-jwt', 401, html, page('Error', '<pre>No authorization token was found</pre>')],
      ['403 of Basic', 403, html, page('403', 'This site is protected by Basic Auth.')],
    ],
  ],
  [
    'rate_limited',
    [
      ['bare', 429, {}, ''],
      ['a text', 429, {}, 'Too many requests, please try again later.'],
      ['503 with Retry-After', 503, { 'retry-after': '30' }, ''],
      ['503 of nothing left', 503, { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' }, ''],
      ['503 with the words', 503, html, page('Rate limit exceeded')],
      ['403 with the words', 403, json, '{"message":"API rate limit exceeded"}'],
      ['Cloudflare', 429, { server: 'cloudflare' }, 'error code: 1015'],
    ],
  ],
  [
    'bot_protection',
    [
      ['Cloudflare', 403, { ...html, server: 'cloudflare', 'cf-mitigated': 'challenge' }, ''],
      ['Cloudflare, in words', 403, html, page('Just a moment...')],
      ['Cloudflare, blocked', 403, { ...html, server: 'cloudflare' }, page('Forbidden')],
      ['Cloudflare, a rule', 403, { server: 'cloudflare' }, 'error code: 1020'],
      ['Vercel', 429, { 'x-vercel-mitigated': 'challenge' }, page('Vercel Security Checkpoint')],
      ['AWS', 405, { 'x-amzn-waf-action': 'captcha' }, ''],
      ['CloudFront', 403, html, page('ERROR', 'Request blocked. Generated by cloudfront')],
      ['Akamai', 403, { ...html, server: 'AkamaiGHost' }, page('Access Denied', 'Reference #18')],
      ['Imperva', 403, html, page('', 'Incapsula incident ID: 1-2')],
      ['a captcha', 403, html, page('Please solve the CAPTCHA')],
    ],
  ],
])('%s', (code, answers) => {
  it.each(answers)('%s: %i', (_who, status, headers, body) => {
    expect(codeOf(status, headers, body)).toBe(code);
  });
});

describe('nothing is recognized in', () => {
  const meta = '<meta name="csrf-token" content="x">';
  it.each<[string, number, Headers, string]>([
    ['an ack', 200, { 'www-authenticate': 'Basic' }, 'csrf'],
    ['an answer of the toolkit', 401, json, '{"outcome":"rejected","code":"csrf"}'],
    ['its unavailable', 503, { 'retry-after': '30' }, '{"outcome":"unavailable"}'],
    ['a bare refusal', 401, {}, 'Unauthorized'],
    ['a refused signature', 401, {}, 'Invalid signature: possible forgery. Not authenticated.'],
    ['a scheme of its own', 401, { 'www-authenticate': 'Signature' }, ''],
    ['a page with a token in its head', 404, html, `<html><head>${meta}</head>Not found</html>`],
    ['a page with a script of a login', 401, html, page('401', '<script>login()</script>')],
    ['a slash', 308, { location: '/webhooks/screening/' }, ''],
    ['https', 301, { location: `${URL_ASKED}` }, ''],
    ['another host', 301, { location: 'https://www.example.com/authors' }, ''],
    ['no location', 302, {}, ''],
    ['a location that is none', 302, { location: 'http://[' }, ''],
    ['a crash with the headers of a limiter', 503, { ratelimit: '"d";r=99;t=55' }, ''],
    ['the same, older', 503, { 'x-ratelimit-remaining': '99', 'retry-after': '1' }, ''],
    ['a refusal of an app behind Cloudflare', 403, { ...json, server: 'cloudflare' }, '{"a":1}'],
  ])('%s', (_what, status, headers, body) => {
    expect(codeOf(status, headers, body)).toBeUndefined();
  });

  it('a redirect below a path of a login', () => {
    const url = 'https://example.com/auth/webhooks';
    const headers = [['location', 'https://example.com/auth/webhooks/']] as const;
    expect(recognizeMiddleware({ url, status: 308, headers, body: '' })).toBeUndefined();
  });
});

it('shows the headers that tell, a few, on one line', () => {
  const limiter = {
    'RateLimit-Limit': '100',
    'RateLimit-Remaining': '0',
    'Retry-After': `55\u001b[31m${'x'.repeat(1000)}`,
    'X-RateLimit-Reset': '1',
    'X-RateLimit-Used': '1',
    'Content-Type': 'text/plain',
  };
  const shown = recognizeMiddleware(answer(429, limiter, ''))?.headers;
  expect(shown?.slice(0, 2)).toEqual(['ratelimit-limit: 100', 'ratelimit-remaining: 0']);
  expect(shown?.[2]).toMatch(/^retry-after: 55\\u001b\[31mx+… and \d+ more characters$/);
  expect(shown).toHaveLength(4);
});

describe('the text of an answer', () => {
  it.each<[string, Headers, string, string]>([
    ['text', {}, 'a\n b\u001b', 'a b\\u001b'],
    ['JSON as it is', json, '{"error":"<b>"}', '{"error":"<b>"}'],
    [
      'what is read of a page',
      html,
      page('403', '<p>No &quot;x&quot;</p><style>p{}'),
      '403 No "x"',
    ],
    ['nothing of the toolkit', json, '{"outcome":"rejected"}', ''],
    ['no more than is read', {}, 'x'.repeat(300), `${'x'.repeat(200)}… and 100 more characters`],
  ])('%s', (_what, headers, body, said) => {
    expect(saidBy(answer(403, headers, body))).toBe(said);
  });
});
