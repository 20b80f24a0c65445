import { z } from 'zod';
import { control } from './control.js';
import { triggerEvents } from './trigger-events.js';
import { triggerOrders } from './trigger-orders.js';
import { DirectTrigger, OrderTrigger } from './trigger-wire.js';

export const triggerControls = [
  control({
    method: 'POST',
    path: '/_sandbox/trigger',
    summary: 'Make events: directly, or by ordering verifications that end as asked',
    status: 201,
    input: { body: z.union([DirectTrigger, OrderTrigger]) },
    handle: ({ body }, { runCommand, tenantId }) =>
      runCommand<object>((command) =>
        body.via === 'api'
          ? triggerOrders(command, tenantId, body)
          : triggerEvents(command, tenantId, body),
      ),
  }),
];
