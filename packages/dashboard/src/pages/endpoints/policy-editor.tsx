import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer } from '../../api/operations.js';
import { queryClient } from '../../api/query-client.js';
import { operationQuery } from '../../api/use-operation.js';
import { formatDuration } from '../../clock/local-time.js';
import { type Body, bodyOf } from '../../resource/form/body.js';
import { Fields } from '../../resource/form/field.js';
import { Form } from '../../resource/form/form.js';
import { Card } from '../../ui/card.js';
import { counted } from '../../words/words-of.js';
import { retrySchedule, withinLimits } from './endpoint.js';

const schema = requestBodies.changeWebhookEndpoint.properties.retryPolicy;

export function PolicyEditor({ id, retryPolicy }: Answer<'getWebhookEndpoint'>) {
  // Omitted properties keep their values.
  const policyOf = (body: Body) => ({ ...retryPolicy, ...bodyOf(body['retryPolicy']) });
  return (
    <Card title="Retry policy">
      <p>{policySentence(retryPolicy)}</p>
      <details className="mt-2">
        <summary className="w-fit py-1 text-accent">Change the policy</summary>
        <Form
          operation="changeWebhookEndpoint"
          path={{ id }}
          initial={{ retryPolicy }}
          sent={(body) => ({ retryPolicy: policyOf(body) })}
          submit="Save policy"
          undo="Undo changes"
          done="Retry policy saved. It applies after the next attempt."
          onDone={(endpoint) => {
            // Before the reload, so that the former values are not shown in between.
            const { queryKey } = operationQuery('getWebhookEndpoint', { path: { id } });
            queryClient.setQueryData(queryKey, endpoint);
          }}
          when={({ body }) => ({
            fields: (
              <>
                <div className="grid grid-cols-1 items-start gap-x-4 gap-y-3 sm:grid-cols-2">
                  <Fields of="retryPolicy" />
                </div>
                <AttemptTimes policy={policyOf(body)} />
              </>
            ),
          })}
        />
      </details>
    </Card>
  );
}

function policySentence(policy: SandboxSchemas['RetryPolicy']): string {
  const { attempts, earliestEndMs } = retrySchedule(policy);
  const end = earliestEndMs === 0 ? 'at once' : `${formatDuration(earliestEndMs)} after the event`;
  return `${counted(attempts.length, 'attempt')}. A failing delivery is given up ${end}.`;
}

function AttemptTimes({ policy }: { policy: SandboxSchemas['RetryPolicy'] }) {
  if (!withinLimits(schema, policy)) {
    return <p className="text-warn">A value is out of range.</p>;
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
        Each delay starts when the attempt before it ends, so slow answers push back later attempts.
      </p>
    </section>
  );
}
