import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { BeginListen, beginListen, endListen } from '../capabilities/webhooks/index.js';
import { integrations } from '../db/schema/index.js';
import { found } from '../http/problem.js';
import { text } from '../limits/bounded.js';
import { control } from './control.js';

/** The endpoints of `listen`, which the real service does not have. */
export const listenControls = [
  control({
    method: 'POST',
    path: '/_sandbox/listens',
    summary:
      'Start a listen: create an endpoint that exists while its stream is open, /v1/webhook-deliveries/stream?listenId={id}',
    status: 201,
    secret: true,
    input: { body: BeginListen },
    handle: ({ body }, { runCommand, policy }) =>
      runCommand(async (command) => {
        const { integrationId: id } = body;
        const rows = await command.tx.select().from(integrations).where(eq(integrations.id, id));
        const { tenantId } = found(rows, 'integration', id);
        const scope = { tenantId, integrationId: null };
        return beginListen({ ...command, scope, keyScope: 'full_access' }, body, policy);
      }),
  }),
  control({
    method: 'DELETE',
    path: '/_sandbox/listens/{id}',
    summary: 'End a listen and delete its endpoint, unless another listen shares it',
    input: { params: z.object({ id: text('id') }) },
    handle: ({ params: { id } }, { runCommand }) =>
      runCommand(async (command) => {
        const ended = await endListen(command, id);
        return found(ended ? [ended] : [], 'listen', id);
      }),
  }),
];
