import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import type { JsonSchema } from '../../api/json-schema.js';
import { formatDuration } from '../../clock/format-duration.js';
import { retrySchedule } from './retry-schedule.js';
import { withinLimits } from './within-limits.js';

/** When a policy attempts a delivery that always fails. */
export function AttemptTimes({
  schema,
  policy,
}: {
  schema: JsonSchema;
  policy: SandboxSchemas['RetryPolicy'];
}) {
  if (!withinLimits(schema, policy)) {
    return <p className="text-warn">A value is outside of its limits.</p>;
  }
  const { attempts, earliestEndMs, latestEndMs } = retrySchedule(policy);
  return (
    <section aria-label="Times of the attempts" className="rounded-md bg-raised p-3">
      <ol className="grid grid-cols-[auto_auto_1fr] gap-x-4 gap-y-1 tabular-nums">
        {attempts.map(({ number, waitMs, earliestMs }) => (
          <li key={number} className="contents">
            <span>Attempt {number}</span>
            <span>{number === 1 ? 'at once' : `after ${formatDuration(waitMs)}`}</span>
            <span className="text-muted">
              {number > 2 && `${formatDuration(earliestMs)} after the event`}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-2">
        Gives up{' '}
        {earliestEndMs === 0 ? 'at once' : `${formatDuration(earliestEndMs)} after the event`}, or
        after {formatDuration(latestEndMs)} if no attempt gets an answer.
      </p>
      <p className="mt-1 text-xs text-muted">
        A wait begins when the attempt before it has ended: a slow answer moves the attempts after
        it.
      </p>
    </section>
  );
}
