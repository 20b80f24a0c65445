import { scenario as postgresScenario } from '../scenarios/service-postgres.mjs';
import { change } from '../service/service-time.mjs';

export const scenario = {
  ...postgresScenario,
  name: 'the service emits an event in a transaction of its own',
  flaw: 'without its event',
  service: {
    ...postgresScenario.service,
    changes: [
      change(
        'service/capabilities/verifications/finish-verification.ts',
        '  await emitEvents(\n    command,',
        '  (command as any).later = (command: any) => emitEvents(\n    command,',
      ),
      // Each end of a job is changed below, and none is shared.
      change(
        'service/capabilities/verifications/jobs.ts',
        'objectsJob(verificationRecords, runSourceAttempts)',
        'objectJob(verificationRecords, (command, row) => runSourceAttempts(command, [row]))',
      ),
      change(
        'service/engine/run-jobs.ts',
        `    end: (body) =>
      steps.keepTrying(() =>
        runCommand(async (command) => {
          const removed = await removeJobs(command.tx, [held]);
          if (!removed.has(held)) return 'lost';
          const result = await body(command);
          failed = await failedPart(command, held, result, failures);
          return result;
        }),
      ),
`,
        `    end: async (body) => {
      let later: any;
      const result = await runCommand(async (command) => {
        const own: any = { ...command };
        const made = (await removeJobs(command.tx, [held])).has(held) ? await body(own) : undefined;
        later = own.later;
        return made;
      });
      if (later) {
        // A process may die here.
        await new Promise((resolve) => setTimeout(resolve, 300));
        await runCommand(later);
      }
      return result;
    },
`,
      ),
    ],
  },
};
