import { scenario as postgresScenario } from '../scenarios/service-postgres.mjs';
import { receivePlainly } from '../service/plain-receiver.mjs';
import { change } from '../service/service-time.mjs';

const file = 'service/capabilities/webhooks/deliveries/run-attempt.ts';

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
        `  const startAll = (held: readonly HeldJob[], which: 'group' | 'one') =>
    runCommand(
      (command) => startAttempts(command, held, settings, which),
      which === 'group' ? GROUP : {},
    );
`,
        `  const sent: any = new Map();
  const startAll = (held: readonly HeldJob[], which: 'group' | 'one') =>
    runCommand(async (command) => {
      const unrecorded = await startAttempts(command, held, settings, which);
      const { signal } = new AbortController();
      await Promise.all(
        [...unrecorded.values()].map(async (each: any) => {
          if (typeof each !== 'string') sent.set(each, await sendPlan(each, send, signal));
        }),
      );
      return unrecorded;
    });
`,
      ),
      change(file, 'await sendPlan(started, send, signal);', 'sent.get(started);'),
    ],
  },
};
