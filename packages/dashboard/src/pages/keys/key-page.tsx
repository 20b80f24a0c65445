import { useParams } from '@tanstack/react-router';
import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { Detail, Unread } from '../../resource/detail.js';
import { IntegrationLink, ObjectId } from '../../resource/references.js';
import { type Bar, BarKey, Bars } from '../../ui/bars.js';
import { Card, Empty, FactsCard } from '../../ui/card.js';
import { type Columns, DataTable, noTime } from '../../ui/data-table.js';
import { TextLink } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { counted, wordsOf } from '../../words/words-of.js';
import { KeyState, shownKey } from './keys-page.js';

type Usage = Answer<'getApiKeyUsage'>;

const columns: Columns<Usage['byRoute'][number]> = [
  { title: 'Operation', cell: ({ operationId }) => <Text mono>{operationId}</Text> },
  { title: 'Requests', cell: ({ requests }) => requests },
  {
    title: 'Errors',
    cell: ({ errors }) =>
      errors === 0 ? '0' : <span className="font-medium text-bad">{errors}</span>,
  },
  noTime,
];

/** How much a key is used: by day, and by operation. */
function KeyUsage({ id }: { id: string }) {
  const query = useOperation('getApiKeyUsage', { path: { id } });
  const { data } = query;
  return (
    <Card
      title="Usage"
      flush
      actions={<TextLink to="/requests" search={{ keyId: id }} label="Requests with this key" />}
    >
      <Unread query={query} />
      {data &&
        (data.totalRequests === 0 ? (
          <Empty title="No program has used this key yet." />
        ) : (
          <Counts usage={data} />
        ))}
    </Card>
  );
}

function Counts({ usage }: { usage: Usage }) {
  const bars = usageDays(usage.byDay);
  const errors = usage.byDay.reduce((sum, day) => sum + day.errors, 0);
  const total = `${counted(usage.totalRequests, 'request')}, ${counted(errors, 'error')}`;
  const first = bars[0]?.label.slice(0, 10);
  const last = bars.at(-1)?.label.slice(0, 10);
  return (
    <>
      <div className="flex flex-col gap-1 px-4 pb-3">
        <p>
          {total} <span className="text-muted">(days in UTC)</span>
        </p>
        <Bars bars={bars} label={`Requests by day, from ${first} to ${last}: ${total}`} />
        <p className="flex flex-wrap justify-between gap-x-3 text-xs whitespace-nowrap text-muted tabular-nums">
          <span>{first}</span>
          <span className="order-last flex w-full gap-3 sm:order-none sm:w-auto">
            <BarKey colour="bg-ok" name="Answered" />
            <BarKey colour="bg-bad" name="Errors (4xx, 5xx)" />
          </span>
          <span>{last}</span>
        </p>
      </div>
      <DataTable
        label="Requests by operation"
        columns={columns}
        rows={usage.byRoute}
        rowId={({ operationId }) => operationId}
      />
    </>
  );
}

export function KeyPage() {
  const { id } = useParams({ from: '/keys/$id' });
  const query = useOperation('getApiKey', { path: { id } });
  // Read at the same time, for the card below.
  useOperation('getApiKeyUsage', { path: { id } });
  return <Detail query={query}>{(key) => <Shown apiKey={key} />}</Detail>;
}

function Shown({ apiKey }: { apiKey: Answer<'getApiKey'> }) {
  const { id, label, scope, integrationId, allowedOrigins } = apiKey;
  return (
    <Page
      title={label}
      lead={<Text mono>{shownKey(apiKey)}</Text>}
      actions={
        <>
          <Action operation="updateApiKey" path={{ id }} on={apiKey} initial={apiKey} />
          <Action operation="revokeApiKey" look="danger" path={{ id }} on={apiKey} confirm={label}>
            Programs that use it are refused from now on.
          </Action>
        </>
      }
    >
      <FactsCard
        title="Key"
        rows={{
          State: <KeyState apiKey={apiKey} />,
          Scope: wordsOf(scope),
          For: integrationId === null ? 'All integrations' : <IntegrationLink id={integrationId} />,
          'Allowed origins':
            allowedOrigins.length === 0 ? (
              'None: no page may use it'
            ) : (
              <ul>
                {allowedOrigins.map((origin) => (
                  <li key={origin}>
                    <Text mono>{origin}</Text>
                  </li>
                ))}
              </ul>
            ),
          Created: <Time value={apiKey.createdAt} />,
          'Last used': apiKey.lastUsedAt === null ? 'Never' : <Time value={apiKey.lastUsedAt} />,
          Revoked: <Time value={apiKey.revokedAt} />,
          ID: <ObjectId id={id} />,
        }}
      />
      <KeyUsage id={id} />
    </Page>
  );
}

const DAY_MS = 86_400_000;
const FEWEST_DAYS = 14;
const MOST_DAYS = 60;

/** A bar for each day up to the last with a request, those without one included: at least 14 days, at most 60. */
export function usageDays(days: Usage['byDay']): Bar[] {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return [];
  const known = new Map(days.map((day) => [day.date, day]));
  const end = Date.parse(last.date);
  const used = (end - Date.parse(first.date)) / DAY_MS + 1;
  const count = Math.min(MOST_DAYS, Math.max(FEWEST_DAYS, used));
  const start = end - (count - 1) * DAY_MS;
  return Array.from({ length: count }, (_none, index) => {
    const date = new Date(start + index * DAY_MS).toISOString().slice(0, 10);
    const { requests, errors } = known.get(date) ?? { requests: 0, errors: 0 };
    const label = `${date}: ${counted(requests, 'request')}, ${counted(errors, 'error')}`;
    return { label, good: requests - errors, bad: errors };
  });
}
