import type { Runner } from '../detect.js';
import { type Dialect, importLine } from './dialect.js';

/** Settings of a receiver's test file. */
interface ReceiverTest extends Dialect {
  readonly runner: Runner;
  /** Whether the receiver is a route of Next.js, which exports only its methods. */
  readonly route: boolean;
  /** How the test imports the receiver. */
  readonly from: string;
}

/** The test file of a receiver. */
export function receiverTest({ runner, route, from, ...dialect }: ReceiverTest): string {
  const load = importLine(dialect);
  const runners: Readonly<Record<Runner, string>> = {
    vitest: load('{ expect, test }', 'vitest'),
    jest: dialect.typescript ? load('{ expect, test }', '@jest/globals') : '',
    'node:test': load('assert', 'node:assert/strict') + load('{ test }', 'node:test'),
  };
  const equal = (value: string, expected: string): string =>
    runner === 'node:test'
      ? `assert.deepEqual(${value}, ${expected});`
      : `expect(${value}).toEqual(${expected});`;
  // The receiver runs on a server: jsdom lacks the APIs that it needs.
  const head = runner === 'jest' ? '/** @jest-environment node */\n' : '';
  const kit = load(route ? '{ fixture, sign }' : '{ fixture }', '@screening-webhooks/testing');
  const imports = runner === 'node:test' ? runners[runner] + kit : kit + runners[runner];
  if (route) {
    return `${head}${imports}${load('{ POST }', from)}
test('a signed delivery is processed', async () => {
  const secret = 'whsec_test';
  process.env['SCREENING_SECRET'] = secret;
  const signed = await sign(fixture('document_verification.completed'), { secret });
  const answer = await POST(signed.request('http://localhost/webhooks/screening'));
  ${equal('await answer.json()', "{ outcome: 'processed' }")}
});
`;
  }
  return `${head}${imports}${load('{ screening }', from)}
test('a completed verification is handled', async () => {
  const event = fixture('document_verification.completed', { data: { externalId: 'clinician-7' } });
  ${equal('await screening.receiver.dispatch(event)', "{ kind: 'processed' }")}
});
`;
}
