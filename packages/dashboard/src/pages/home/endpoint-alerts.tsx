import { Link } from '@tanstack/react-router';
import type { Answer, Item } from '../../api/operations.js';
import { Text } from '../../ui/text.js';
import { HealthSentence } from '../endpoints/endpoint-status.js';

type Endpoint = Item<'listWebhookEndpoints'>;

const MOST = 5;

/** Says of each endpoint whose last attempt failed that it does not work. */
export function EndpointAlerts({ data, hasMore }: Answer<'listWebhookEndpoints'>) {
  const troubled = data.filter(({ health }) => troubleOf(health) !== undefined);
  if (troubled.length === 0) return null;
  const hidden = troubled.length - MOST;
  return (
    <section
      aria-label="Failing endpoints"
      className="flex flex-col gap-2 rounded-lg border-l-4 border-bad bg-bad-soft px-4 py-3 text-bad"
    >
      {troubled.slice(0, MOST).map((endpoint) => (
        <EndpointAlert key={endpoint.id} {...endpoint} />
      ))}
      {hidden > 0 && (
        <p>
          <Link to="/endpoints" className="underline underline-offset-2">
            and {hasMore ? 'at least ' : ''}
            {hidden} more
          </Link>
        </p>
      )}
    </section>
  );
}

function EndpointAlert({ id, url, health, paused }: Endpoint) {
  return (
    <p>
      <Link
        to="/endpoints/$id"
        params={{ id }}
        className="font-medium break-all underline underline-offset-2"
      >
        <Text>{url}</Text>
      </Link>{' '}
      {troubleOf(health)}
      {paused && ', and is paused'}. <HealthSentence health={health} />{' '}
      <Link to="/deliveries" search={{ endpointId: id }} className="underline underline-offset-2">
        Its deliveries
      </Link>
    </p>
  );
}

function troubleOf({ recent }: Endpoint['health']): string | undefined {
  if (recent === 'never_worked') return 'has never worked';
  return recent === 'failing' ? 'is failing' : undefined;
}
