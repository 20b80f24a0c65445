import { signBody } from '@screening-webhooks/core';
import { expect, vi } from 'vitest';
import { eventBody } from './signed.js';

/** A delivery that was signed with another secret than that of the receiver. */
export interface WrongSecretDelivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Expects that an entrance answers a wrong secret with 401, and writes its one line to the console. */
export async function expectWrongSecretLine(
  send: (delivery: WrongSecretDelivery) => Promise<{ readonly status: number }>,
): Promise<void> {
  const lines: unknown[] = [];
  // On a slow machine, a handler that an earlier test has left hanging reaches its deadline meanwhile.
  const isOwn = ([text]: readonly unknown[]) => !/ outlasts the ack deadline /.test(String(text));
  const spies = (['log', 'info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...line) => {
      if (isOwn(line)) lines.push([level, ...line]);
    }),
  );
  try {
    const body = eventBody();
    const { status } = await send({
      body,
      headers: {
        'content-type': 'application/json',
        'service-signature': await signBody(body, { secret: 'whsec_of_another_endpoint' }),
      },
    });
    expect([status, lines]).toEqual([
      401,
      [
        [
          'warn',
          '[screening-webhooks] rejected: signature_mismatch (401). No secret of this receiver made this signature: wrong secret, or the body was changed. Diagnose: npx @screening-webhooks/cli verify --help',
        ],
      ],
    ]);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
