import { useParams } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.js';
import { Detail } from '../../resource/detail.js';
import { fullName } from '../../resource/names.js';
import { candidateColumn } from '../../resource/references.js';
import { RelatedList } from '../../resource/related-list.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import type { Column } from '../../ui/data-table.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { adverseActionColumns } from '../adverse-actions/adverse-action-columns.js';
import { invitationColumns } from '../invitations/invitation-columns.js';
import { reportColumns } from '../reports/report-columns.js';
import { CandidateActions } from './candidate-actions.js';
import { CandidateFacts } from './candidate-facts.js';
import { CandidateOnboardings } from './candidate-onboardings.js';
import { CandidateVerifications } from './candidate-verifications.js';

export function CandidatePage() {
  const { id } = useParams({ from: '/candidates/$id' });
  const query = useOperation('getCandidate', { path: { id } });
  const ofThem = { candidateId: id };
  return (
    <Detail query={query}>
      {(candidate) => (
        <Page
          title={fullName(candidate)}
          lead={<Status value={candidate.status} />}
          actions={<CandidateActions candidate={candidate} />}
        >
          <div className="grid min-w-0 grid-cols-1 items-start gap-4 lg:grid-cols-[2fr_3fr]">
            <div className="flex min-w-0 flex-col gap-4">
              <Card title="Details">
                <CandidateFacts candidate={candidate} />
              </Card>
              <Card title="Metadata">
                <CodeBlock
                  label="Metadata as JSON"
                  text={JSON.stringify(candidate.metadata, null, 2)}
                />
              </Card>
            </div>
            <CandidateOnboardings candidateId={id} />
          </div>
          <RelatedList
            title="Reports"
            list="listReports"
            query={{ ...ofThem, include: 'candidate,package' }}
            columns={withoutCandidate(reportColumns)}
            empty="No report was ordered yet."
          />
          <RelatedList
            title="Invitations"
            list="listInvitations"
            query={ofThem}
            columns={withoutCandidate(invitationColumns)}
            empty="They were not invited yet."
          />
          <CandidateVerifications candidate={candidate} />
          <RelatedList
            title="Adverse actions"
            list="listAdverseActions"
            query={ofThem}
            columns={withoutCandidate(adverseActionColumns)}
            empty="There is none."
          />
        </Page>
      )}
    </Detail>
  );
}

function withoutCandidate<Row extends { readonly candidateId: string }>(
  columns: readonly Column<Row>[],
): Column<Row>[] {
  return columns.filter((column) => column !== candidateColumn);
}
