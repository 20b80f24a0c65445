import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { holdPort } from 'screening-webhooks-test-support/hold-port';
import { serve } from 'screening-webhooks-test-support/serve';
import { expect, onTestFinished, test } from 'vitest';
import { checks } from '../src/prove/checks/checks.js';
import { pythonJson } from '../src/prove/forms/python-json.js';
import { createMutant } from '../test/prove/mutants/mutant-receiver.js';
import { createProbe } from '../test/prove/receivers/probe.js';
import {
  checksThat,
  only,
  proveAsJson,
  proveByCommand,
  SECRET,
  whileServed,
} from '../test/prove/run-prove.js';
import { inVirtualTime } from '../test/prove/virtual-time.js';

// Receivers that ack no genuine event, and the cause that the report begins with.

const plain = checks.flatMap((check) => (check.plain ? [check.name] : []));

const status =
  (code: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (req, res) => {
    req.resume().on('end', () => res.writeHead(code, headers).end(body));
  };

const saying = (code: number, body: string): RequestListener =>
  status(code, { 'content-type': 'application/json' }, body);

/** Verifies by its own rule, then answers 200; else 401. */
const verifying =
  (
    signedText: (t: string, body: string) => string,
    secret = SECRET,
    passes = 200,
    refusal = '',
  ): RequestListener =>
  async (req, res) => {
    const { t, v1 } = partsOf(req);
    const mac = createHmac('sha256', secret).update(signedText(t, await text(req)));
    const isGenuine = mac.digest('hex') === v1;
    res.writeHead(isGenuine ? passes : 401).end(isGenuine ? '' : refusal);
  };

function partsOf(req: IncomingMessage): { t: string; v1: string } {
  const header = String(req.headers['service-signature']);
  const [, t = '', v1 = ''] = /^t=(\d+),v1=(.*)$/.exec(header) ?? [];
  return { t, v1 };
}

const genuine = (t: string, body: string): string => `${t}.${body}`;
const python = (body: string): string => pythonJson(JSON.parse(body));

const receivers: readonly (readonly [code: string, words: RegExp, receiver: RequestListener])[] = [
  ['not_found', /404.*Nothing receives webhooks at \/; check the path/, status(404)],
  ['method_not_allowed', /does not accept POST/, status(405)],
  ['redirected', /to \/new\. The service does not follow/, status(302, { location: '/new' })],
  [
    'csrf_check',
    /^403: a CSRF check .*, which has no token\. Exempt this route .*"Before you go live".*\. It said: {"error":"invalid csrf token"}\.$/,
    saying(403, '{"error":"invalid csrf token"}'),
  ],
  [
    'login_required',
    /^401 with www-authenticate: Basic: a login in front of the receiver .*\. Exempt this route/,
    status(401, { 'www-authenticate': 'Basic' }),
  ],
  ['login_required', /^302 with location: \/login: a login /, status(302, { location: '/login' })],
  [
    'rate_limited',
    /^429 with ratelimit-remaining: 0, retry-after: 60: a rate limiter .* It said: Slow down\.$/,
    status(429, { 'ratelimit-remaining': '0', 'retry-after': '60' }, 'Slow down.'),
  ],
  ['rate_limited', /^503 .*, or its server is overloaded/, status(503, { 'retry-after': '9' })],
  ['bot_protection', /cf-mitigated: challenge/, status(403, { 'cf-mitigated': 'challenge' })],
  // The answer asks for a login, and yet the receiver verifies.
  [
    'secret_not_set',
    /^401, but it acks .* an empty secret.* It said: Log in\.$/,
    verifying(genuine, '', 200, 'Log in'),
  ],
  [
    'wrong_secret',
    /something in front of the receiver refuses every delivery\. It said: {"error":"no\\u001b"}\.$/,
    saying(401, '{"error":"no\u001b"}'),
  ],
  [
    'wrong_secret',
    /bytes before they are verified\.$/,
    saying(401, '{"outcome":"rejected","code":"signature_mismatch"}'),
  ],
  ['request_refused', /before it checks the signature/, status(415)],
  ['server_error', /500 for a genuine and for a forged event/, status(500)],
  ['overloaded', /503/, status(503)],
  ['wrong_secret', /401, as for a forged event\. Most likely its secret/, verifying(genuine, 'x')],
  ['clock', /9\d\d s behind/, status(401, { date: new Date(Date.now() - 900_000).toUTCString() })],
  ['connection_closed', /closes the connection/, (req) => void req.socket.destroy()],
  ['secret_not_set', /an empty secret/, verifying(genuine, '')],
  ['secret_not_set', /the secret "undefined"/, verifying(genuine, 'undefined')],
  ['secret_changed', /without its prefix/, verifying(genuine, SECRET.replace('whsec_', ''))],
  ['secret_changed', /a newline/, verifying(genuine, `${SECRET}\n`)],
  ['other_mac', /over the body alone/, verifying((_t, body) => body)],
  ['other_mac', /without the dot/, verifying((t, body) => t + body)],
  [
    'body_changed',
    /json\.dumps writes it\. A body parser/,
    verifying((t, body) => `${t}.${python(body)}`),
  ],
  [
    'body_changed',
    /"\[object Object\]" in place of the body/,
    verifying((t) => `${t}.[object Object]`),
  ],
  [
    'handler_failed',
    /matches \(a forged event gets 401\), then its handler fails/,
    verifying(genuine, SECRET, 500),
  ],
  [
    'event_refused',
    /matches .*, then it refuses the sample event/,
    verifying(genuine, SECRET, 422),
  ],
];

test.for(receivers)('%s, %s', async ([code, words, receiver]) => {
  const { url } = await serve(receiver);
  const { report, exit } = await proveAsJson([url]);
  expect(report.cause).toMatchObject({ code, sentence: expect.stringMatching(words) });
  expect(report.cause?.sentence).toMatch(/^[^\n]+\.$/);
  expect(checksThat(report, 'passed')).toEqual([]);
  expect(checksThat(report, 'advised')).toEqual([]);
  // Only what was sent failed.
  const failed = checksThat(report, 'failed');
  expect(failed.length).toBeGreaterThan(0);
  expect(plain).toEqual(expect.arrayContaining([...failed]));
  expect(report.counts['unproven']).toBe(checks.length - failed.length);
  expect(exit).toBe(1);
});

test('no_answer: one delivery of each run is enough', async () => {
  let requests = 0;
  const { url } = await serve(() => {
    requests += 1;
  });
  const args = [url, '--timeout', '0.2'];
  const { report } = await proveAsJson(args);
  expect(report.cause?.code).toBe('no_answer');
  // The text begins with the cause, and lists only what failed.
  const { out } = await proveByCommand(args);
  expect(out).toMatch(/^No genuine event passes: /);
  const why = `${report.counts['unproven']} unproven: no genuine event passes, so a refusal proves nothing.`;
  expect(out.trimEnd().split('\n').at(-1)).toBe(why);
  expect(out).not.toContain('v1-of-zeros');
  expect(checksThat(report, 'failed')).toEqual(plain.slice(0, 1));
  expect(requests).toBe(2);
});

/** Proves a receiver that answers with a status where it is out of order, and is correct where it is not. */
function proveWhere(
  isOut: (req: IncomingMessage, count: number) => boolean,
  code: number,
  ...args: readonly string[]
) {
  let requests = 0;
  return whileServed(
    (probe) => {
      const receiver = createMutant(undefined, [SECRET], probe);
      return (req, res) => {
        requests += 1;
        if (isOut(req, requests)) status(code)(req, res);
        else receiver(req, res);
      };
    },
    (url) => proveAsJson([url, '--seed', '1', ...args]),
  );
}

test('a genuine event that passes at the second attempt gives no cause', async () => {
  const { report, exit } = await proveWhere((_req, count) => count <= 3, 500, ...only('window'));
  expect(report).toMatchObject({ cause: null, counts: { passed: 2, failed: 0 } });
  expect(exit).toBe(0);
});

test('a receiver that refuses a type of event is tested with another one', async () => {
  await whileServed(
    (probe) => createMutant('recorded-only', [SECRET], probe),
    async (url) => {
      const { report } = await proveAsJson([url, '--skip', 'events']);
      expect(report.cause).toBeNull();
      expect(checksThat(report, 'failed')).toEqual([]);
    },
  );
});

test('a receiver that breaks during the run: the check that broke it fails, the rest is unproven', async () => {
  let broken = false;
  const breaks = ({ headers }: IncomingMessage): boolean => {
    broken ||= headers['service-signature'] === undefined;
    return broken;
  };
  const { report, exit } = await proveWhere(breaks, 500, ...only('refusals'));
  expect(checksThat(report, 'failed')).toEqual(['no-signature-header']);
  expect(report.cause).toEqual({
    code: 'stopped',
    sentence: 'it stopped acking genuine events after no-signature-header: 500.',
  });
  expect(checksThat(report, 'unproven').length).toBeGreaterThan(0);
  expect(exit).toBe(1);
});

test('a receiver that limits the number of requests fails nothing, and the limiter is named', async () => {
  let requests = 0;
  await whileServed(
    (probe) => {
      const receiver = createMutant(undefined, [SECRET], probe);
      return (req, res) => {
        requests += 1;
        if (requests > 20) status(429, { 'Retry-After': '60' }, 'Too many')(req, res);
        else receiver(req, res);
      };
    },
    async (url) => {
      const args = [url, '--seed', '1'];
      const { report, exit } = await proveAsJson(args);
      expect(checksThat(report, 'failed')).toEqual([]);
      expect(report.cause).toEqual({
        code: 'stopped',
        sentence: expect.stringMatching(
          /^it stopped acking genuine events after \S+: 429 with retry-after: 60: a rate limiter .* It said: Too many\.$/,
        ),
      });
      expect(exit).toBe(1);
      requests = 0;
      const out = (await proveByCommand(args)).out.replaceAll('\n', ' ');
      expect(out).toMatch(/^Genuine events passed, then it stopped acking genuine events after /);
      expect(out).not.toContain('No genuine event passes');
      expect(out).toContain(' × genuine events pass no more, so a refusal proves nothing');
    },
  );
});

test('a receiver that crashes and is restarted fails the check that crashed it, and no other', async () => {
  // Nobody else gets the port while the receiver is down.
  const port = await holdPort();
  const receiver = createMutant(undefined, [SECRET], createProbe());
  let crashed = false;
  const server = createServer((req, res) => {
    if (crashed || req.headers['service-signature'] !== undefined) {
      receiver(req, res);
      return;
    }
    crashed = true;
    stop();
    setTimeout(() => server.listen(port, '127.0.0.1'), 1500);
  });
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  await once(server.listen(port, '127.0.0.1'), 'listening');
  onTestFinished(stop);
  await inVirtualTime(
    async () => {
      const chosen = only('no-signature-header', 'window', 'rotation');
      const { report, exit } = await proveAsJson([
        `http://127.0.0.1:${port}`,
        '--seed',
        '1',
        ...chosen,
      ]);
      const failed = report.checks.filter(({ verdict }) => verdict === 'failed');
      expect(failed).toMatchObject([
        { name: 'no-signature-header', got: 'disconnected; the next genuine event: unreachable' },
      ]);
      expect(report.cause).toBeNull();
      expect(exit).toBe(1);
    },
    () => false,
  );
});
