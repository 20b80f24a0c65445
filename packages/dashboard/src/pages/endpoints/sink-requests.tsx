import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { controls, type SinkRequest } from '../../api/controls.js';
import { Time } from '../../clock/time.js';
import { Unread } from '../../resource/detail.js';
import { IdLink } from '../../resource/references.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Disclosure } from '../../ui/disclosure.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { HeadersTable } from '../deliveries/headers-table.js';

export function SinkRequests({ sink, endpointId }: { sink: string; endpointId: string }) {
  const query = useQuery({
    queryKey: ['sink', sink, endpointId],
    queryFn: () => controls.sink(sink, endpointId),
  });
  return (
    <Card title="Requests to the built-in receiver">
      <Unread query={query} />
      {query.data && <Requests requests={query.data.requests} />}
    </Card>
  );
}

function Requests({ requests }: { requests: readonly SinkRequest[] }) {
  if (requests.length === 0)
    return <p className="text-muted">No requests from this endpoint yet.</p>;
  return (
    <>
      <p className="mb-2 text-muted">
        The newest requests are kept. The receiver accepts everything. It checks whether a secret of
        the endpoint signed the request, and ignores the age of the signature.
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        tabIndex={0}
        aria-label="Received requests"
        className="max-h-[75dvh] overflow-y-auto"
      >
        <ol reversed>
          {requests.map((request) => (
            <li key={request.id} className="border-b border-line py-2 last:border-0">
              <Received request={request} />
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function Received({ request }: { request: SinkRequest }) {
  const [isOpen, setOpen] = useState(false);
  const { id, method, headers, body, status, verified, receivedAt } = request;
  const deliveryId = headers['service-delivery-id'];
  return (
    <Disclosure
      isOpen={isOpen}
      onToggle={setOpen}
      summary={
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono text-xs">
            <Text>{method}</Text>
          </span>
          <Status value={verdictOf(verified)} />
          <span className="text-muted">answered {status}</span>
          <Time value={receivedAt} className="text-muted" />
        </span>
      }
    >
      <div className="flex min-w-0 flex-col gap-3 py-2">
        {deliveryId !== undefined && (
          <p>
            Delivery: <IdLink to="/deliveries/$id" id={deliveryId} />
          </p>
        )}
        <HeadersTable headers={headers} label={`Headers of ${id}`} />
        {body === '' ? (
          <p className="text-muted">No body.</p>
        ) : (
          <CodeBlock label={`Body of ${id}`} text={body} />
        )}
      </div>
    </Disclosure>
  );
}

function verdictOf(verified: SinkRequest['verified']): string {
  if (verified === null) return 'not checked: too long';
  return verified ? 'verified' : 'not_verified';
}
