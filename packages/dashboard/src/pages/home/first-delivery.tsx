import { change } from '../../api/call.js';
import type { Item } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { useOperation } from '../../api/use-operation.js';
import { useOpen } from '../../resource/references.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Text } from '../../ui/text.js';
import { FirstEndpoint, sinkUrl } from '../endpoints/add-endpoint.js';
import { endpointToTry, testTypeOf } from '../endpoints/endpoint.js';
import { useReveal } from '../endpoints/use-reveal.js';

type Endpoint = Item<'listWebhookEndpoints'>;

export function FirstDelivery({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const endpoint = endpointToTry(endpoints);
  return (
    <Card title="Your first delivery">
      <ol className="flex flex-col gap-5">
        <li>
          <h3 className="mb-1 font-medium">1. An endpoint{endpoint && ': done'}</h3>
          {endpoint ? (
            <p className="text-muted">
              Events go to <Text mono>{endpoint.url}</Text>.
            </p>
          ) : (
            <div className="flex flex-col items-start gap-2">
              <p className="text-muted">
                The URL in your app that receives webhooks. No app yet? Use the built-in receiver at{' '}
                <Text mono>{sinkUrl}</Text>, which answers 200.
              </p>
              <FirstEndpoint />
            </div>
          )}
        </li>
        {endpoint && (
          <li>
            <h3 className="mb-1 font-medium">2. Its signing secret</h3>
            <ItsSecret id={endpoint.id} />
          </li>
        )}
        <li>
          <h3 className="mb-1 font-medium">{endpoint ? 3 : 2}. An event</h3>
          {endpoint ? (
            <AnEvent endpoint={endpoint} />
          ) : (
            <p className="text-muted">Add an endpoint first.</p>
          )}
        </li>
      </ol>
    </Card>
  );
}

function ItsSecret({ id }: { id: string }) {
  const { button, secrets, error } = useReveal(id);
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted">
        Your app verifies each delivery with it. The receiver below reads it from{' '}
        <code>SCREENING_WEBHOOK_SECRET</code>.
      </p>
      {button}
      {secrets && (
        <div className="w-full">
          <CodeBlock label="Signing secret" text={secrets.secret} />
        </div>
      )}
      {error && <ErrorNote error={error} />}
    </div>
  );
}

function AnEvent({ endpoint }: { endpoint: Endpoint }) {
  const types = useOperation('listEventTypes').data?.data ?? [];
  const onSuccess = useOpen('/deliveries/$id');
  const eventType = testTypeOf(endpoint, types);
  const test = useChange((key, type: string) =>
    change(key, 'testWebhookEndpoint', { path: { id: endpoint.id }, body: { eventType: type } }),
  );
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted">
        A sample of <Text mono>{eventType ?? 'an event'}</Text> is signed and sent. Its page shows
        the request and the answer of your app.
      </p>
      <Button
        look="primary"
        refusal={eventType ? undefined : 'The endpoint subscribes to no event that has a sample.'}
        pending={test.isPending}
        onClick={() => eventType !== undefined && test.mutate(eventType, { onSuccess })}
      >
        Send a test event
      </Button>
      {test.isError && <ErrorNote error={test.error} />}
    </div>
  );
}
