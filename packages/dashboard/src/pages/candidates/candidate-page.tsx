import { useParams } from '@tanstack/react-router';
import type { Answer, Item } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { forgetName, fullName } from '../../resource/names.js';
import { candidateColumn, Name, NameLink, RowLink } from '../../resource/references.js';
import { RelatedList } from '../../resource/related-list.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import type { Column } from '../../ui/data-table.js';
import { Facts } from '../../ui/facts.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { adverseActionColumns } from '../adverse-actions/adverse-actions-page.js';
import { CreateInvitation } from '../invitations/create-invitation.js';
import { invitationColumns } from '../invitations/invitations-page.js';
import { OrderReport } from '../reports/order-report.js';
import { reportColumns } from '../reports/reports-page.js';
import { CandidateOnboardings } from './candidate-onboardings.js';

const columns: readonly Column<Item<'listDocumentVerifications'>>[] = [
  {
    title: 'Document',
    cell: ({ verificationId: id, documentConfigSlug }) => (
      <RowLink
        to="/verifications/$id"
        id={id}
        text={<Name kind="document" id={documentConfigSlug} />}
      />
    ),
  },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  { title: 'State', from: 'sm', cell: ({ state }) => state },
  { title: 'Created', from: 'md', cell: ({ createdAt }) => <Time value={createdAt} /> },
  { title: 'Ended', from: 'lg', cell: ({ completedAt }) => <Time value={completedAt} /> },
];

/** The verifications with the reference of a candidate. A verification itself does not name its candidate. */
function CandidateVerifications({ candidate }: { candidate: Answer<'getCandidate'> }) {
  const externalId = candidate.externalId ?? candidate.id;
  return (
    <RelatedList
      title="Verifications"
      list="listDocumentVerifications"
      query={{ externalId }}
      columns={columns}
      empty={
        <>
          There is none with the external ID <Text mono>{externalId}</Text>.
        </>
      }
    />
  );
}

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

function CandidateFacts({ candidate }: { candidate: Answer<'getCandidate'> }) {
  const { authorization, roleId } = candidate;
  return (
    <Facts
      rows={{
        ID: <Text mono>{candidate.id}</Text>,
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
  );
}

/** What may be done with a candidate. */
function CandidateActions({ candidate }: { candidate: Answer<'getCandidate'> }) {
  const { id, roleId, workState } = candidate;
  const order = workState === null ? {} : { workState };
  const orderForRole = { ...order, ...(roleId === null ? {} : { roleId }) };
  const path = { id };
  return (
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
        path={path}
        on={candidate}
        initial={editable(candidate)}
        onDone={() => forgetName('candidate', id)}
      />
      <Action
        operation="archiveCandidate"
        look="danger"
        path={path}
        on={candidate}
        confirm="archive"
      />
    </>
  );
}

/** What a change starts from. When they authorized checks is sent only if somebody enters it. */
function editable(candidate: Answer<'getCandidate'>) {
  const { firstName, lastName, email, externalId, phone } = candidate;
  const { dateOfBirth, ssnLast4, workState, metadata } = candidate;
  return {
    firstName,
    lastName,
    email,
    externalId,
    phone,
    dateOfBirth,
    ssnLast4,
    workState,
    metadata,
  };
}
