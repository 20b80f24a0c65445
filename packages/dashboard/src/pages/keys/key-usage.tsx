import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { BarKey, Bars } from '../../ui/bars.js';
import { Card } from '../../ui/card.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Empty } from '../../ui/empty.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { Text } from '../../ui/text.js';
import { counted, usageDays } from './usage-days.js';

type Usage = Answer<'getApiKeyUsage'>;

const columns: readonly Column<Usage['byRoute'][number]>[] = [
  { title: 'Operation', cell: ({ operationId }) => <Text mono>{operationId}</Text> },
  { title: 'Requests', cell: ({ requests }) => requests },
  {
    title: 'Errors',
    cell: ({ errors }) =>
      errors === 0 ? '0' : <span className="font-medium text-bad">{errors}</span>,
  },
];

/** How much a key is used: by day, and by operation. */
export function KeyUsage({ id }: { id: string }) {
  const { data, error, isPending } = useOperation('getApiKeyUsage', { path: { id } });
  return (
    <Card title="Usage" flush>
      {isPending && <Loading />}
      {error && <ErrorNote error={error} />}
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
        <p>{total}</p>
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
