import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { PlainTable } from '../../ui/plain-table.js';
import { answerCells } from './answer-cells.js';

const columns = [
  { title: 'Deliveries of the' },
  { title: 'Last 24 hours', right: true },
  { title: 'Last 7 days', right: true },
] as const;

/** How an endpoint has answered: how often with success, and how fast. */
export function EndpointAnswers({ id }: { id: string }) {
  const { data, error, isPending } = useOperation('getWebhookEndpointStatistics', { path: { id } });
  return (
    <Card title="Answers" flush>
      {isPending && <Loading />}
      {error && <ErrorNote error={error} />}
      {data && <Answers statistics={data} />}
    </Card>
  );
}

function Answers({
  statistics: { last24Hours, last7Days },
}: {
  statistics: Answer<'getWebhookEndpointStatistics'>;
}) {
  const day = answerCells(last24Hours);
  const week = answerCells(last7Days);
  return (
    <>
      <PlainTable
        label="Answers, table"
        columns={columns}
        rows={Object.keys(day).map((name) => ({
          key: name,
          cells: [
            name,
            <Figure key="day" text={day[name]} />,
            <Figure key="week" text={week[name]} />,
          ],
        }))}
      />
      <p className="px-4 pt-2 pb-4 text-xs text-muted">
        An attempt is acknowledged by an answer of 200 to 299. Response times are those of a real
        clock, also while the service’s clock stands still.
        {!last7Days.complete && ' There were more: only the newest deliveries are counted.'}
      </p>
    </>
  );
}

function Figure({ text }: { text: string | undefined }) {
  // Breaks before a share only.
  return <span className="tabular-nums">{text?.replaceAll(' %', '\u00a0%')}</span>;
}
