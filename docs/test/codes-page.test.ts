import { readFileSync } from 'node:fs';
import {
  RawBodyUnavailableError,
  type RejectionCode,
  type UnavailableReason,
  WebhookVerificationError,
} from '@screening-webhooks/core';
import { toAck } from '@screening-webhooks/core/adapter';
import { expect, it } from 'vitest';
import { codeEntries } from '../../packages/cli/src/explain/code-entries.js';
import { statusByRejection } from '../../packages/core/src/outcome/rejection.js';

// A reason that is added to the type does not compile until it is listed here.
const reasons: Record<UnavailableReason, true> = {
  dedupe: true,
  inbox: true,
  secret: true,
  schema: true,
  tenant: true,
  clock: true,
  draining: true,
};
const rejections = Object.keys(statusByRejection) as RejectionCode[];
const others = [
  ...Object.keys(reasons).map((reason) => `unavailable: ${reason}`),
  new RawBodyUnavailableError('').code,
];

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/codes.md', root), 'utf8');
const entries = new Map(
  page
    .split('\n### `')
    .slice(1)
    .map((entry) => [entry.split('`', 1)[0] ?? '', entry]),
);

it('the page has an entry for every code, and for no other', () => {
  expect([...entries.keys()].sort()).toEqual([...rejections, ...others].sort());
});

it.each([...rejections, ...others])('%s has a cause and a cure', (code) => {
  expect(entries.get(code)).toMatch(/\n- \*\*Cause:\*\* .*\n- \*\*Cure:\*\* /s);
});

it.each(rejections)('%s has its status, and the command in the error prints its entry', (code) => {
  const rejection = { ok: false, code } as const;
  const { status } = toAck({ kind: 'rejected', rejection });
  expect(entries.get(code)).toMatch(new RegExp(`^${code}\`\n\n${status}\\. `));

  const [, printed = ''] =
    /See: npx @screening-webhooks\/cli explain (\S+)$/.exec(
      new WebhookVerificationError(rejection).message,
    ) ?? [];
  expect(codeEntries.find((entry) => entry.code === printed)).toMatchObject({ code, status });
});
