import { useOperation } from '../../api/use-operation.js';
import { Detail } from '../../resource/detail.js';
import { Page } from '../../ui/page.js';
import { FailingEndpoints } from './failing-endpoints.js';
import { FirstDelivery } from './first-delivery.js';
import { RecentDeliveries } from './recent-deliveries.js';
import { Snippets } from './snippets.js';
import { Today } from './today.js';

const RECENT = 8;

/** What has happened, what needs attention, and how a new user gets the first delivery. */
export function HomePage() {
  const recent = useOperation('listWebhookDeliveries', { query: { limit: RECENT } });
  // All of them: an endpoint is looked up by its owner, and an account has few.
  const endpoints = useOperation('listWebhookEndpoints', { query: { limit: 100 } });
  return (
    <Page title="Home">
      <Detail query={endpoints}>
        {({ data }) => (
          <>
            <FailingEndpoints endpoints={data} />
            {recent.data?.data.length === 0 && <FirstDelivery endpoints={data} />}
          </>
        )}
      </Detail>
      {recent.data !== undefined && recent.data.data.length > 0 && (
        <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[1fr_2fr]">
          <Today />
          <RecentDeliveries deliveries={recent.data.data} />
        </div>
      )}
      <Snippets />
    </Page>
  );
}
