import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { byId, detailOf, Unread } from '../../resource/detail.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { factsOf } from '../../resource/property.js';
import { IntegrationLink } from '../../resource/references.js';
import { type Bar, Bars } from '../../ui/bars.js';
import { Card, Empty } from '../../ui/card.js';
import { type Columns, DataTable, noTime } from '../../ui/data-table.js';
import { TextLink } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { KeyState, shownKey } from './keys-page.js';

type Usage = Answer<'getApiKeyUsage'>;

const columns: Columns<Usage['byRoute'][number]> = [
  { title: 'Operation', cell: ({ operationId }) => <Text mono>{operationId}</Text> },
  { title: 'Requests', right: true, cell: ({ requests }) => requests },
  {
    title: 'Errors',
    right: true,
    cell: ({ errors }) =>
      errors === 0 ? '0' : <span className="font-medium text-bad">{errors}</span>,
  },
  noTime,
];

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
          <Empty title="No requests with this key yet." />
        ) : (
          <Counts usage={data} />
        ))}
    </Card>
  );
}

function Counts({ usage }: { usage: Usage }) {
  const bars = usageDays(usage.byDay);
  const errors = usage.byDay.reduce((sum, day) => sum + day.errors, 0);
  return (
    <>
      <div className="flex flex-col gap-1 px-4 pb-3">
        <p className="text-muted">Requests by day (UTC)</p>
        <Bars
          label="Requests by day"
          bars={bars}
          whole={usageParts(usage.totalRequests, errors)}
          colours={['text-ok', 'text-bad']}
        />
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

export const KeyPage = detailOf('getApiKey', byId, ({ found: apiKey }) => {
  const { id, label, integrationId, allowedOrigins } = apiKey;
  return (
    <Page
      title={label}
      lead={<Text mono>{shownKey(apiKey)}</Text>}
      actions={
        <>
          <Action operation="updateApiKey" on={apiKey} initial={apiKey} />
          <Action operation="revokeApiKey" look="danger" on={apiKey} confirm={label}>
            Requests with this key will be refused.
          </Action>
        </>
      }
    >
      <ObjectFacts
        of={apiKey}
        rows={{
          Status: <KeyState apiKey={apiKey} />,
          ...factsOf(apiKey, 'scope'),
          For: integrationId === null ? 'All integrations' : <IntegrationLink id={integrationId} />,
          'Allowed origins':
            allowedOrigins.length === 0 ? (
              'None'
            ) : (
              <ul>
                {allowedOrigins.map((origin) => (
                  <li key={origin}>
                    <Text mono>{origin}</Text>
                  </li>
                ))}
              </ul>
            ),
          'Last used': apiKey.lastUsedAt === null ? 'Never' : <Time value={apiKey.lastUsedAt} />,
          ...factsOf(apiKey, 'revokedAt'),
        }}
      />
      <KeyUsage id={id} />
    </Page>
  );
});

const DAY_MS = 86_400_000;
const FEWEST_DAYS = 14;
const MOST_DAYS = 60;

/** A bar for each day up to the last day with a request, including empty days: at least 14 days, at most 60. */
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
    return { at: date, parts: usageParts(requests, errors) };
  });
}

function usageParts(requests: number, errors: number) {
  return { Answered: requests - errors, 'Errors (4xx, 5xx)': errors };
}
