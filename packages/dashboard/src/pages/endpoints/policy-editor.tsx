import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { useState } from 'react';
import { change } from '../../api/call.js';
import { requestBodies } from '../../api/generated/bodies.js';
import type { JsonSchema } from '../../api/json-schema.js';
import type { Answer } from '../../api/operations.js';
import { queryClient } from '../../api/query-client.js';
import { useChange } from '../../api/use-change.js';
import { operationQuery } from '../../api/use-operation.js';
import { formatDuration } from '../../clock/local-time.js';
import { Properties } from '../../resource/form/properties.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { notify } from '../../ui/toast.js';
import { retrySchedule, withinLimits } from './endpoint.js';

const schema = requestBodies.changeWebhookEndpoint.properties.retryPolicy;

/** The retry policy of an endpoint. A form of its own, because it shows the times of the attempts while they are chosen. */
export function PolicyEditor({
  endpoint: { id, retryPolicy },
}: {
  endpoint: Answer<'getWebhookEndpoint'>;
}) {
  // Undefined: nothing was changed, so what another person saves is shown.
  const [draft, setDraft] = useState<object>();
  const save = useChange((key, body: object) =>
    change(key, 'changeWebhookEndpoint', { path: { id }, body: { retryPolicy: body } }),
  );
  const undo = () => {
    setDraft(undefined);
    save.reset();
  };
  // What is left out stays as it is.
  const policy = { ...retryPolicy, ...draft };
  return (
    <Card title="Retry policy">
      <form
        className="flex flex-col gap-4"
        onChange={save.touch}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(policy, {
            onSuccess: (endpoint) => {
              // Before it is read again, so that the former values do not show in between.
              const { queryKey } = operationQuery('getWebhookEndpoint', { path: { id } });
              queryClient.setQueryData(queryKey, endpoint);
              setDraft(undefined);
              notify('The retry policy is saved. It counts from the end of the next attempt.');
            },
          });
        }}
      >
        <div className="grid grid-cols-1 items-start gap-x-4 gap-y-3 sm:grid-cols-2">
          <Properties
            operation="changeWebhookEndpoint"
            schema={schema}
            path="retryPolicy"
            value={draft ?? retryPolicy}
            onChange={setDraft}
            problems={save.problems}
          />
        </div>
        <AttemptTimes schema={schema} policy={policy} />
        {save.isError && <ErrorNote error={save.error} />}
        <div className="flex flex-wrap justify-end gap-2">
          {draft && <Button onClick={undo}>Undo changes</Button>}
          <Button
            type="submit"
            look="primary"
            pending={save.isPending}
            refusal={draft ? undefined : 'Nothing is changed yet.'}
          >
            Save policy
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** When a policy attempts a delivery that always fails. */
function AttemptTimes({
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
