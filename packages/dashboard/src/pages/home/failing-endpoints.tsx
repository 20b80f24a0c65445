import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Text } from '../../ui/text.js';
import { HealthSentence } from '../endpoints/health-sentence.js';

/** The endpoints that the service says are failing. */
export function FailingEndpoints({
  endpoints,
}: {
  endpoints: readonly Item<'listWebhookEndpoints'>[];
}) {
  const failing = endpoints.filter(({ health }) => health.status === 'failing');
  if (failing.length === 0) return null;
  return (
    <section
      aria-label="Failing endpoints"
      className="flex flex-col gap-2 rounded-lg border-l-4 border-bad bg-bad-soft px-4 py-3 text-bad"
    >
      {failing.map((endpoint) => (
        <p key={endpoint.id}>
          <Link
            to="/endpoints/$id"
            params={{ id: endpoint.id }}
            className="font-medium underline underline-offset-2"
          >
            <Text>{endpoint.url}</Text>
          </Link>{' '}
          is failing. <HealthSentence health={endpoint.health} />
        </p>
      ))}
    </section>
  );
}
