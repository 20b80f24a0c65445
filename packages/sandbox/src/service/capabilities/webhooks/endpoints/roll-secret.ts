import type { z } from 'zod';
import { Problem } from '../../../http/problem.js';
import type { Command } from '../../../kernel/command.js';
import { type EndpointRow, endpointRecords } from './records.js';
import { overlapAt } from './signing-secrets.js';
import type { RollSecret } from './wire.js';

const PREFIX = 'whsec_sbx_';

export function firstSecret({ secretFor }: Pick<Command, 'secretFor'>, endpointId: string): string {
  return secretFor(PREFIX, endpointId);
}

/**
 * Gives an endpoint a new secret. The former one signs as well for `overlapSeconds` of virtual time.
 *
 * @throws Problem 409 while a former roll overlaps, unless it is forced: then the oldest secret ends.
 */
export async function rollSecret(
  command: Command,
  row: EndpointRow,
  { overlapSeconds, force }: z.output<typeof RollSecret>,
): Promise<EndpointRow> {
  const { now, secretFor } = command;
  const { previousSecretExpiresAt: previous } = overlapAt(row, now);
  if (previous && !force) {
    throw new Problem(
      'roll_in_progress',
      `The previous secret signs until ${previous.toISOString()}. Send force: true to end it now.`,
    );
  }
  const secretVersion = row.secretVersion + 1;
  const overlaps = overlapSeconds > 0;
  return endpointRecords.save(command, row, {
    secret: secretFor(PREFIX, `${row.id}:${secretVersion}`),
    secretVersion,
    previousSecret: overlaps ? row.secret : null,
    previousSecretExpiresAt: overlaps ? new Date(now.getTime() + overlapSeconds * 1000) : null,
  });
}
