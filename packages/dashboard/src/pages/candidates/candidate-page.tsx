import { useList } from '../../api/use-list.js';
import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { byId, detailOf, Unread } from '../../resource/detail.js';
import { ListCard } from '../../resource/list-page.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { factsOf } from '../../resource/property.js';
import { candidateColumn, fullName, IdLink, NameLink } from '../../resource/references.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { JsonCard } from '../../ui/code-block.js';
import { type Columns, noTime, partsOf } from '../../ui/data-table.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { adverseActionColumns } from '../adverse-actions/adverse-actions-page.js';
import { CreateInvitation, invitationColumns } from '../invitations/invitations-page.js';
import { Checklist } from '../onboardings/checklist.js';
import { OrderReport, reportColumns } from '../reports/reports-page.js';
import { verificationColumns } from '../verifications/verifications-page.js';

export const CandidatePage = detailOf('getCandidate', byId, function Shown({ found: candidate }) {
  const { id, authorization, roleId, workState } = candidate;
  const order = workState === null ? {} : { workState };
  const orderForRole = { ...order, ...(roleId === null ? {} : { roleId }) };
  const ofThem = { candidateId: id };
  // A verification does not name its candidate.
  const externalId = candidate.externalId ?? id;
  return (
    <Page
      title={fullName(candidate)}
      lead={<Status value={candidate.status} />}
      actions={
        <>
          <CreateInvitation candidate={candidate} initial={orderForRole} />
          <OrderReport candidate={candidate} initial={order} />
          <Action
            operation="createOnboarding"
            on={candidate}
            initial={{ ...orderForRole, candidateId: id }}
            hidden={['candidateId']}
          />
          {/* The time of the authorization is sent only if somebody enters it. */}
          <Action operation="updateCandidate" on={candidate} initial={candidate} />
          <Action
            operation="archiveCandidate"
            look="danger"
            on={candidate}
            confirm={fullName(candidate)}
          >
            Open invitations are canceled, and nothing more can be ordered for this candidate.
            Reports and verifications stay readable.
          </Action>
        </>
      }
    >
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 lg:grid-cols-[2fr_3fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <ObjectFacts
            of={candidate}
            rows={{
              ...factsOf(candidate, 'email', 'phone', 'externalId', 'dateOfBirth', 'ssnLast4'),
              ...factsOf(candidate, 'workState', 'roleId'),
              Authorization: authorization && (
                <>
                  {authorization.source}, <Time value={authorization.at} />
                </>
              ),
              ...factsOf(candidate, 'submittedAt'),
            }}
          />
          <JsonCard title="Metadata" value={candidate.metadata} />
        </div>
        <CandidateOnboardings candidateId={id} />
      </div>
      <ListCard
        title="Reports"
        list="listReports"
        query={{ ...ofThem, include: 'candidate,package' }}
        columns={withoutCandidate(reportColumns)}
        empty="No reports yet."
      />
      <ListCard
        title="Invitations"
        list="listInvitations"
        query={ofThem}
        columns={withoutCandidate(invitationColumns)}
        empty="No invitations yet."
      />
      <ListCard
        title="Verifications"
        list="listDocumentVerifications"
        query={{ externalId }}
        columns={verificationColumns}
        empty={
          <>
            No verifications with the external ID <Text mono>{externalId}</Text>.
          </>
        }
      />
      <ListCard
        title="Adverse actions"
        list="listAdverseActions"
        query={ofThem}
        columns={withoutCandidate(adverseActionColumns)}
        empty="No adverse actions."
      />
    </Page>
  );
});

function withoutCandidate<Row extends { readonly candidateId: string }>(
  columns: Columns<Row>,
): Columns<Row> {
  const { cells, time } = partsOf(columns);
  return [...cells.filter((column) => column !== candidateColumn), time ?? noTime];
}

function CandidateOnboardings({ candidateId }: { candidateId: string }) {
  const feed = useList('listOnboardings', { candidateId });
  return (
    <Card title="Onboardings">
      <Unread query={feed} />
      {feed.isSuccess && feed.rows.length === 0 && (
        <p className="text-muted">
          No onboardings yet. Start one to see which requirements of a role the candidate meets.
        </p>
      )}
      <div className="flex flex-col gap-5">
        {feed.rows.map((onboarding) => (
          <article key={onboarding.id} className="flex min-w-0 flex-col gap-2">
            <h3 className="flex flex-wrap items-center gap-2 font-medium">
              <NameLink kind="role" id={onboarding.roleId} />
              <Status value={onboarding.status} />
            </h3>
            <p className="text-muted">
              {onboarding.workState}, started <Time value={onboarding.createdAt} />,{' '}
              <IdLink to="/onboardings/$id" id={onboarding.id} />
            </p>
            <Checklist items={onboarding.requirements} />
          </article>
        ))}
      </div>
      {feed.hasNextPage && (
        <div className="mt-3">
          <Button pending={feed.isFetchingNextPage} onClick={() => void feed.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}
