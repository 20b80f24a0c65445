import { useState } from 'react';
import { change } from '../../api/call.js';
import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer } from '../../api/operations.js';
import { queryClient } from '../../api/query-client.js';
import { useChange } from '../../api/use-change.js';
import { operationQuery } from '../../api/use-operation.js';
import { Properties } from '../../resource/form/properties.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { notify } from '../../ui/toast.js';
import { AttemptTimes } from './attempt-times.js';

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
  // What is left out stays as it is.
  const policy = { ...retryPolicy, ...draft };
  return (
    <Card title="Retry policy">
      <form
        className="flex flex-col gap-4"
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
          {draft && <Button onClick={() => setDraft(undefined)}>Undo changes</Button>}
          <Button type="submit" look="primary" pending={save.isPending} disabled={!draft}>
            Save policy
          </Button>
        </div>
      </form>
    </Card>
  );
}
