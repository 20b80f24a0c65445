import { FrozenNote } from '../../clock/wait-note.js';
import { Action } from '../../resource/action.js';
import { byId, detailOf } from '../../resource/detail.js';
import { DirectAction } from '../../resource/direct-action.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { factsOf } from '../../resource/property.js';
import { IdLink, Name, useName } from '../../resource/references.js';
import { refusalFor } from '../../resource/refusal.js';
import { Card } from '../../ui/card.js';
import { HostedLink } from '../../ui/hosted-link.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';

export const InvitationPage = detailOf(
  'getInvitation',
  byId,
  function Shown({ found: invitation }) {
    const name = useName('candidate', invitation.candidateId);
    return (
      <Page
        title={`Invitation of ${name}`}
        lead={<Status value={invitation.status} />}
        actions={
          <>
            <DirectAction operation="resendInvitation" on={invitation} />
            <Action operation="cancelInvitation" look="danger" on={invitation} confirm={name}>
              The link stops working. Answers that the candidate has not submitted are discarded.
            </Action>
          </>
        }
      >
        <Card title="Intake">
          <HostedLink url={invitation.intakeUrl} open="Open as candidate" />
        </Card>
        {refusalFor('cancelInvitation', invitation) === undefined && (
          <FrozenNote kind="expiry" at={invitation.expiresAt} />
        )}
        <ObjectFacts
          of={invitation}
          rows={{
            ...factsOf(invitation, 'candidateId', 'roleId', 'packageId', 'workState'),
            ...factsOf(invitation, 'integrationId', 'redirectUrl', 'expiresAt'),
            ...factsOf(invitation, 'openedAt', 'completedAt', 'canceledAt'),
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
