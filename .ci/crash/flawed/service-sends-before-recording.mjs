import { scenario as postgresScenario } from '../scenarios/service-postgres.mjs';
import { receivePlainly } from '../service/plain-receiver.mjs';
import { change } from '../service/service-time.mjs';

const file = 'webhooks/deliveries/delivery-job.ts';

export const scenario = {
  ...postgresScenario,
  name: 'the service records an attempt after it was sent',
  flaw: 'sent twice',
  // Most kills then hit a request.
  worker: (context) => receivePlainly(context, { maxDelay: 600 }),
  service: {
    ...postgresScenario.service,
    changes: [
      change(
        file,
        '    const started = await step((command) => startAttempt(command, job, isHeld, settings));\n',
        `    let sent: any;
    const started = await step(async (command) => {
      const unrecorded = await startAttempt(command, job, isHeld, settings);
      if (typeof unrecorded !== 'string') sent = await sendPlan(unrecorded, send, signal);
      return unrecorded;
    });
`,
      ),
      change(file, 'await sendPlan(started, send, signal);', 'sent;'),
    ],
  },
};
