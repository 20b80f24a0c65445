import { useList } from '../../api/use-list.js';
import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { byId, detailOf, Unread } from '../../resource/detail.js';
import { RelatedList } from '../../resource/list-page.js';
import {
  candidateColumn,
  forgetName,
  fullName,
  IdLink,
  NameLink,
  ObjectId,
} from '../../resource/references.js';
import { Button } from '../../ui/button.js';
import { Card, FactsCard } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
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
  // A verification itself does not name its candidate.
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
          <Action
            operation="updateCandidate"
            path={{ id }}
            on={candidate}
            // When they authorized checks is sent only if somebody enters it.
            initial={candidate}
            onDone={() => forgetName('candidate', id)}
          />
          <Action
            operation="archiveCandidate"
            look="danger"
            path={{ id }}
            on={candidate}
            confirm={fullName(candidate)}
          >
            Their open invitations are canceled, and nothing can be ordered for them any more. Their
            reports and verifications can still be read.
          </Action>
        </>
      }
    >
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 lg:grid-cols-[2fr_3fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <FactsCard
            title="Details"
            rows={{
              ID: <ObjectId id={candidate.id} />,
              Email: <Text>{candidate.email}</Text>,
              Phone: candidate.phone,
              'External ID': candidate.externalId && <Text mono>{candidate.externalId}</Text>,
              'Date of birth': candidate.dateOfBirth,
              'Last four of SSN': candidate.ssnLast4,
              'Work state': candidate.workState,
              Role: roleId && <NameLink kind="role" id={roleId} />,
              Authorization: authorization && (
                <>
                  {authorization.source}, <Time value={authorization.at} />
                </>
              ),
              'Intake completed': <Time value={candidate.submittedAt} />,
              Created: <Time value={candidate.createdAt} />,
              Changed: <Time value={candidate.updatedAt} />,
            }}
          />
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
      <RelatedList
        title="Verifications"
        list="listDocumentVerifications"
        query={{ externalId }}
        columns={verificationColumns}
        empty={
          <>
            There is none with the external ID <Text mono>{externalId}</Text>.
          </>
        }
      />
      <RelatedList
        title="Adverse actions"
        list="listAdverseActions"
        query={ofThem}
        columns={withoutCandidate(adverseActionColumns)}
        empty="There is none."
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
          There is none. Start one to see which requirements of a role they meet.
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
