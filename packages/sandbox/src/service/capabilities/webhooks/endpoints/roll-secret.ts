import type { z } from 'zod';
import type { ChangeContext } from '../../../http/operation.js';
import { Problem } from '../../../http/problem.js';
import type { Command } from '../../../kernel/command.js';
import { type EndpointRow, endpointRecords } from './records.js';
import { previousSecret } from './signing-secrets.js';
import type { RollSecret } from './wire.js';

const PREFIX = 'whsec_sbx_';

/** The signing secret of a new endpoint. */
export function firstSecret({ secretFor }: Pick<Command, 'secretFor'>, endpointId: string): string {
  return secretFor(PREFIX, endpointId);
}

/**
 * Gives an endpoint a new secret. The former one signs as well for `overlapSeconds` of virtual time.
 *
 * @throws Problem 409 while a former roll overlaps, unless it is forced: then the oldest secret ends.
 */
export async function rollSecret(
  context: ChangeContext,
  id: string,
  { overlapSeconds, force }: z.output<typeof RollSecret>,
): Promise<EndpointRow> {
  const { now, secretFor } = context;
  const row = await endpointRecords.lock(context.tx, context.scope, id);
  const previous = previousSecret(row, now);
  if (previous && !force) {
    throw new Problem(
      'roll_in_progress',
      `The previous secret signs until ${previous.expiresAt.toISOString()}. Send force: true to end it now.`,
    );
  }
  const version = row.secretVersion + 1;
  const overlap =
    overlapSeconds === 0
      ? { previousSecret: null, previousSecretExpiresAt: null }
      : {
          previousSecret: row.secret,
          previousSecretExpiresAt: new Date(now.getTime() + overlapSeconds * 1000),
        };
  return endpointRecords.save(
    context,
    { id },
    {
      secret: secretFor(PREFIX, `${id}:${version}`),
      secretVersion: version,
      ...overlap,
    },
  );
}
