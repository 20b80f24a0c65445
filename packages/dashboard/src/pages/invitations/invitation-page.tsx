import { CountdownAndTime, Time } from '../../clock/time.js';
import { FrozenNote } from '../../clock/wait-note.js';
import { Action } from '../../resource/action.js';
import { byId, detailOf } from '../../resource/detail.js';
import { DirectAction } from '../../resource/direct-action.js';
import {
  IdLink,
  IntegrationLink,
  Name,
  NameLink,
  ObjectId,
  useName,
} from '../../resource/references.js';
import { whyNot } from '../../resource/why-not.js';
import { Card, FactsCard } from '../../ui/card.js';
import { HostedLink } from '../../ui/hosted-link.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

export const InvitationPage = detailOf(
  'getInvitation',
  byId,
  function Shown({ found: invitation }) {
    const name = useName('candidate', invitation.candidateId);
    const path = { id: invitation.id };
    return (
      <Page
        title={`Invitation of ${name}`}
        lead={<Status value={invitation.status} />}
        actions={
          <>
            <DirectAction operation="resendInvitation" input={{ path }} on={invitation} />
            <Action
              operation="cancelInvitation"
              look="danger"
              path={path}
              on={invitation}
              confirm={name}
            >
              Its link no longer opens the intake. What the candidate has entered so far is not
              submitted.
            </Action>
          </>
        }
      >
        <Card title="Intake">
          <HostedLink url={invitation.intakeUrl} open="Open as candidate" />
        </Card>
        {whyNot('cancelInvitation', invitation) === undefined && (
          <FrozenNote kind="expiry" at={invitation.expiresAt} />
        )}
        <FactsCard
          title="Details"
          rows={{
            ID: <ObjectId id={invitation.id} />,
            Candidate: <NameLink kind="candidate" id={invitation.candidateId} withId />,
            Role: <NameLink kind="role" id={invitation.roleId} withId />,
            Package: <NameLink kind="package" id={invitation.packageId} withId />,
            'Work state': invitation.workState,
            Integration: invitation.integrationId && (
              <IntegrationLink id={invitation.integrationId} />
            ),
            'Link on the last page': invitation.redirectUrl && (
              <Text mono>{invitation.redirectUrl}</Text>
            ),
            Expires: <CountdownAndTime to={invitation.expiresAt} />,
            Created: <Time value={invitation.createdAt} />,
            Opened: <Time value={invitation.openedAt} />,
            Completed: <Time value={invitation.completedAt} />,
            Canceled: <Time value={invitation.canceledAt} />,
            Report: invitation.reportId && (
              <IdLink to="/reports/$id" id={invitation.reportId}>
                <Name kind="package" id={invitation.packageId} /> of {name}
              </IdLink>
            ),
          }}
        />
      </Page>
    );
  },
);
