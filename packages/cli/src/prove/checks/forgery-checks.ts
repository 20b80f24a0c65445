import { createHmac } from 'node:crypto';
import type { Check } from '../check.js';
import type { CheckContext, Delivery } from '../check-context.js';
import { answersOf, type Finding, failed, isAck, mustRefuse, passIf } from '../finding.js';
import { bodyForms } from '../forms/body-forms.js';
import { hmac } from '../forms/hmac.js';

const base = { group: 'refusals', level: 'must', expected: 'no 2xx' } as const;

const zeros = '0'.repeat(64);
const HALF = 32;

const exact =
  'Only the bytes as sent are signed. A receiver that also accepts a signature over other bytes does not know what it handles.';
const everyDigit =
  'The signature must match exactly. Each digit that is not compared makes a forgery sixteen times as likely.';
const unset =
  'Everyone knows this secret. A receiver accepts it when a variable for its secret, or for an older one, is not set.';

interface Parts {
  readonly t: string;
  readonly v1: string;
  readonly secret: string;
  readonly body: string;
}

/** A plain event with a signature that the specification does not define. */
const signature = (
  name: string,
  sends: string,
  write: (parts: Parts) => string,
  rest: Pick<Check, 'spec' | 'why'> & Partial<Pick<Check, 'level'>>,
): Check => ({
  ...base,
  name,
  sends,
  ...rest,
  run: async (context) => {
    const body = context.body();
    const [secret] = context.settings.secrets;
    const header: Delivery['header'] = ({ t, v1 }) => `t=${t},v1=${write({ t, v1, secret, body })}`;
    return mustRefuse(await context.send({ body, header }));
  },
});

/** Forgeries that a receiver with one particular flaw accepts. The receiver may choose the status that refuses them. */
export const forgeryChecks: readonly Check[] = [
  ...bodyForms.map(
    ({ name, words, write }): Check => ({
      ...base,
      name: `signed-${name}`,
      sends: `an event whose signature covers it ${words}`,
      spec: '5, step 2',
      why: exact,
      run: async (context) => {
        // These keys are neither sorted nor in the order of the signed form.
        const sent = context.body();
        return mustRefuse(await context.send({ body: write(sent), sent: Buffer.from(sent) }));
      },
    }),
  ),
  signature(
    'mac-over-the-body-alone',
    'a v1 over the body, without t',
    ({ secret, body }) => hmac(secret, [body]),
    {
      spec: '5, step 2',
      why: 'Without t in the signed text, a captured delivery can be replayed with any t.',
    },
  ),
  signature(
    'mac-without-the-dot',
    'a v1 over t and the body, without the dot between them',
    ({ t, secret, body }) => hmac(secret, [t, body]),
    { spec: '5, step 2', why: 'Without the dot, digits can move between t and the body.' },
  ),
  signature(
    'mac-in-base64',
    'a genuine signature in base64',
    ({ t, secret, body }) => hmac(secret, [t, '.', body], 'base64'),
    { spec: '5, step 3', why: 'The signature is hex-encoded and must match exactly.' },
  ),
  signature(
    'mac-with-sha-1',
    'a v1 with HMAC-SHA1',
    ({ t, secret, body }) => createHmac('sha1', secret).update(`${t}.${body}`).digest('hex'),
    {
      level: 'should',
      spec: '5, step 3',
      why: 'The specification says SHA-256. A second algorithm is one more thing that can break.',
    },
  ),
  {
    ...base,
    name: 'v11-in-place-of-v1',
    level: 'should',
    sends: 't=…,v11=<genuine>',
    spec: '5, step 1',
    why: 'The key v1 names a scheme. Another key may name another scheme, with other rules.',
    run: async (context) =>
      mustRefuse(
        await context.send({
          body: context.body(),
          header: ({ t, v1 }) => `t=${t},v11=${v1}`,
        }),
      ),
  },
  signature(
    'signed-with-an-empty-secret',
    'an event signed with an empty secret',
    ({ t, body }) => hmac('', [t, '.', body]),
    { spec: '5, step 3', why: unset },
  ),
  {
    ...base,
    name: 'signed-with-an-unset-secret',
    sends: 'events signed with the secrets "undefined", "null" and "None"',
    spec: '5, step 3',
    why: unset,
    run: (context) =>
      refusesAll(
        context,
        ['undefined', 'null', 'None'].map((secret) => ({
          body: context.body(context.id(secret)),
          secret,
        })),
      ),
  },
  signature(
    'v1-of-half-the-digits',
    'the first 32 digits of the v1',
    ({ v1 }) => v1.slice(0, HALF),
    {
      spec: '5, step 4',
      why: everyDigit,
    },
  ),
  signature(
    'v1-right-in-the-first-half',
    'a v1 whose last 32 digits are zeros',
    ({ v1 }) => v1.slice(0, HALF) + zeros.slice(HALF),
    { spec: '5, step 4', why: everyDigit },
  ),
  signature(
    'v1-right-in-the-second-half',
    'a v1 whose first 32 digits are zeros',
    ({ v1 }) => zeros.slice(HALF) + v1.slice(HALF),
    { spec: '5, step 4', why: everyDigit },
  ),
  signature(
    'v1-with-a-wrong-last-digit',
    'a v1 whose last digit is wrong',
    ({ v1 }) => v1.slice(0, -1) + (v1.endsWith('0') ? '1' : '0'),
    { spec: '5, step 4', why: everyDigit },
  ),
  signature('v1-with-more-digits', 'a v1 followed by more characters', ({ v1 }) => `${v1}00zz`, {
    level: 'should',
    spec: '5, step 4',
    why: 'The signature must match exactly. Some hex decoders ignore what follows, which is harmless only if nothing else reads it.',
  }),
  {
    ...base,
    name: 'refusal-tells-no-secret',
    sends: 'events with a wrong v1, without a v1, and 310 s old',
    expected: 'answers without the expected signature and without the secret',
    spec: '5, step 6',
    why: 'Anyone can ask for a refusal. An answer with the expected signature signs for every client.',
    run: refusalTellsNoSecret,
  },
  {
    ...base,
    name: 'forgery-of-a-known-id',
    sends: 'a genuine event, then a forgery with its id',
    spec: '5, step 4',
    why: 'A receiver that looks up the id before it checks the signature acks forgeries, and tells anyone which ids it knows.',
    run: async (context) => {
      const body = context.body();
      const genuine = await context.send({ body });
      if (!isAck(genuine)) return failed(answersOf([genuine]));
      return mustRefuse(await context.send({ body, header: ({ t }) => `t=${t},v1=${zeros}` }));
    },
  },
];

async function refusalTellsNoSecret(context: CheckContext): Promise<Finding> {
  const secrets: readonly string[] = context.settings.secrets;
  const forms = [
    { skew: 0, write: (t: string) => `t=${t},v1=${zeros}` },
    { skew: 0, write: (t: string) => `t=${t}` },
    { skew: -310, write: (t: string) => `t=${t},v1=${zeros}` },
  ];
  const told: string[] = [];
  const results = [];
  for (const { skew, write } of forms) {
    const body = context.body();
    let time = '';
    const header: Delivery['header'] = ({ t }) => {
      time = t;
      return write(t);
    };
    const result = await context.send({ body, skew, header });
    results.push(result);
    if (result.kind !== 'answered') continue;
    const text = [...result.headers.flat(), Buffer.from(result.body).toString()].join('\n');
    const macs = secrets.flatMap((secret) =>
      (['hex', 'base64'] as const).map((form) => hmac(secret, [time, '.', body], form)),
    );
    if (macs.some((mac) => text.includes(mac))) told.push('the expected signature');
    if (secrets.some((secret) => text.includes(secret))) told.push('the secret');
  }
  const [first] = told;
  return passIf(first === undefined, `${answersOf(results)}${first ? `, with ${first}` : ''}`);
}

async function refusesAll(
  context: CheckContext,
  deliveries: readonly Delivery[],
): Promise<Finding> {
  const results = [];
  for (const delivery of deliveries) {
    const result = await context.send(delivery);
    results.push(result);
    const finding = mustRefuse(result);
    if (finding.verdict !== 'passed') return failed(answersOf(results));
  }
  return { verdict: 'passed', got: answersOf(results) };
}
