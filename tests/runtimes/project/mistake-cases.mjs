import { signBody, verifySignature } from '@screening-webhooks/core';
import { mustThrow } from './expect.mjs';

const secret = 'whsec_of_the_matrix';
const event = new TextEncoder().encode('{"id":"evt_1"}');
const header = `t=1790000000,v1=${'a'.repeat(64)}`;

/** What a programmer can get wrong: it throws, and names the cure. */
export const mistakeCases = [
  ...[
    ['empty', '', /secret: .*non-empty/],
    ['an empty list', [], /secret: .*environment variable/],
    ['missing', undefined, /secret: .*environment variable/],
    ['an empty one in a list', ['a', ''], /secret\[1\]: .*non-empty/],
    ['with a newline behind', 'a\n', /secret: has white space/],
    ['not a string', 42, /secret: expected/],
  ].map(([name, wrong, message]) => ({
    name: `throws for a secret that is ${name}`,
    run: () => mustThrow(() => verifySignature(event, null, { secret: wrong }), message),
  })),
  ...[Number.NaN, -1, Number.POSITIVE_INFINITY].map((tolerance) => ({
    name: `throws for a tolerance of ${tolerance}`,
    run: () => mustThrow(() => verifySignature(event, null, { secret, tolerance }), /tolerance: /),
  })),
  ...[1.5, -1, Number.NaN, 1e15].map((wrong) => ({
    name: `throws for a timestamp of ${wrong}`,
    run: () => mustThrow(() => signBody('', { secret, timestamp: wrong }), /Divide milliseconds/),
  })),
  {
    name: 'throws for a parsed body',
    run: () => mustThrow(() => verifySignature({ id: 'evt_1' }, header, { secret }), /raw body/),
  },
];
