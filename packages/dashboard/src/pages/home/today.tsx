import { Link } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.js';
import { DeliveryChart } from '../../resource/delivery-chart.js';
import { Detail } from '../../resource/detail.js';
import { wordsOf } from '../../resource/words-of.js';
import { Card } from '../../ui/card.js';

/** The deliveries of the last 24 hours: how many have which status, and when they were. */
export function Today() {
  const query = useOperation('getWebhookDeliveryStatistics');
  return (
    <Card title="Deliveries in the last 24 hours">
      <Detail query={query}>
        {(statistics) => (
          <div className="flex flex-col gap-4">
            <ul className="grid grid-cols-2 gap-x-4 gap-y-1">
              {Object.entries(statistics.byStatus).map(([status, count]) => (
                <li key={status}>
                  <Link
                    to="/deliveries"
                    search={{ status }}
                    className="flex justify-between gap-2 rounded px-1 hover:bg-raised"
                  >
                    <span className="text-muted">{wordsOf(status)}</span>
                    <span className="font-medium tabular-nums">{count}</span>
                  </Link>
                </li>
              ))}
            </ul>
            <DeliveryChart statistics={statistics} />
          </div>
        )}
      </Detail>
    </Card>
  );
}
