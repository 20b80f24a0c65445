import { useParams } from '@tanstack/react-router';
import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { Detail } from '../../resource/detail.js';
import { useName } from '../../resource/names.js';
import { IdLink, NameLink } from '../../resource/references.js';
import { wordsOf } from '../../resource/words-of.js';
import { Card } from '../../ui/card.js';
import { Facts } from '../../ui/facts.js';
import { HostedLink } from '../../ui/hosted-link.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { Timeline } from '../../ui/timeline.js';
import { AdverseActionActions } from './adverse-action-actions.js';
import { DisputeCard } from './dispute-card.js';
import { FinalNotice } from './final-notice.js';
import { Grounds } from './grounds.js';
import { StageStepper } from './stage-stepper.js';

export function AdverseActionPage() {
  const { id } = useParams({ from: '/adverse-actions/$id' });
  const query = useOperation('getAdverseAction', { path: { id } });
  return <Detail query={query}>{(action) => <AdverseAction action={action} />}</Detail>;
}

function AdverseAction({ action }: { action: Answer<'getAdverseAction'> }) {
  const name = useName('candidate', action.candidateId);
  const { data: report } = useOperation('getReport', { path: { id: action.reportId } });
  const checks = report?.checks ?? [];
  return (
    <Page
      title={`Adverse action for ${name}`}
      lead={<Status value={action.status} />}
      actions={<AdverseActionActions action={action} checks={checks} />}
    >
      <StageStepper action={action} />
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Final notice">
            <FinalNotice action={action} />
          </Card>
          {action.dispute && (
            <Card title="Dispute">
              <DisputeCard dispute={action.dispute} checks={checks} />
            </Card>
          )}
          <Card title="Based on">
            <Grounds ids={[...action.recordIds, ...action.checkIds]} checks={checks} />
          </Card>
          <Card title="History">
            <Timeline
              entries={action.history.map(({ at, action: what, by }) => ({
                at,
                title: wordsOf(what),
                by: `by the ${by}`,
              }))}
            />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Details">
            <Facts
              rows={{
                ID: <Text mono>{action.id}</Text>,
                Candidate: <NameLink kind="candidate" id={action.candidateId} withId />,
                Report: <IdLink to="/reports/$id" id={action.reportId} />,
                'Waiting period': `${action.waitingPeriodDays} days`,
                'Pre-notice': <Time value={action.preNoticeSentAt} />,
                Canceled: <Time value={action.canceledAt} />,
                Changed: <Time value={action.updatedAt} />,
              }}
            />
          </Card>
          <Card title="Page for the candidate">
            <HostedLink url={action.disputeUrl} open="Open as candidate" />
          </Card>
        </div>
      </div>
    </Page>
  );
}
