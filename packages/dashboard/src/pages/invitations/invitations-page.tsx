import { useState } from 'react';
import type { Answer, Item } from '../../api/operations.js';
import { formatTime } from '../../clock/local-time.js';
import { Countdown } from '../../clock/time.js';
import { created } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { candidateColumn, RowLink, useName } from '../../resource/references.js';
import { Button } from '../../ui/button.js';
import type { Columns } from '../../ui/data-table.js';
import { Dialog } from '../../ui/dialog.js';
import { HostedLink } from '../../ui/hosted-link.js';
import { LinkButton } from '../../ui/link-button.js';
import { Cut } from '../../ui/text.js';

type Invitation = Item<'listInvitations'>;

function InvitationLink({ id, roleId, candidateId, createdAt }: Invitation) {
  const role = useName('role', roleId);
  const label = `${role} of ${useName('candidate', candidateId)}, ${formatTime(createdAt)}`;
  return <RowLink to="/invitations/$id" id={id} text={<Cut>{role}</Cut>} label={label} />;
}

export const invitationColumns: Columns<Invitation> = [
  { title: 'Invitation to', cell: (invitation) => <InvitationLink {...invitation} /> },
  candidateColumn,
  column('status'),
  column('workState', 'lg'),
  {
    title: 'Expires',
    from: 'sm',
    // A completed or canceled invitation no longer expires.
    cell: ({ expiresAt, completedAt, canceledAt }) =>
      (completedAt ?? canceledAt) ? '–' : <Countdown to={expiresAt} />,
  },
  created,
];

export function InvitationsPage() {
  return (
    <ListPage
      lead="Each invitation leads a candidate to the hosted intake of a role."
      actions={<CreateInvitation />}
      list="listInvitations"
      columns={invitationColumns}
      empty="No invitations yet."
      hint={<LinkButton to="/candidates" look="primary" label="Choose a candidate" />}
    />
  );
}

export function CreateInvitation({
  candidate,
  initial,
}: {
  /** The candidate to invite. Default: the form asks. */
  candidate?: { readonly id: string };
  initial?: object;
}) {
  const [invitation, setInvitation] = useState<Answer<'createInvitation'>>();
  const close = () => setInvitation(undefined);
  return (
    <>
      <Action
        operation="createInvitation"
        look="primary"
        on={candidate}
        initial={{ ...initial, ...(candidate ? { candidateId: candidate.id } : {}) }}
        hidden={candidate ? ['candidateId'] : []}
        onDone={setInvitation}
      />
      {invitation && (
        <Dialog title="The invitation is ready" onClose={close}>
          <p className="text-muted">
            Anyone with this link can fill in the intake. It expires{' '}
            <Countdown to={invitation.expiresAt} />.
          </p>
          <HostedLink url={invitation.intakeUrl} open="Open as candidate" />
          <div className="flex flex-wrap justify-end gap-2">
            <LinkButton
              to="/invitations/$id"
              params={{ id: invitation.id }}
              label="Show invitation"
            />
            <Button look="primary" onClick={close}>
              Close
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
