import type { Item } from '../../api/operations.js';
import { Countdown, Time } from '../../clock/time.js';
import { ListPage } from '../../resource/list-page.js';
import { candidateColumn, Name, RowLink } from '../../resource/references.js';
import { Cut } from '../../ui/cut.js';
import type { Column } from '../../ui/data-table.js';
import { Empty } from '../../ui/empty.js';
import { LinkButton } from '../../ui/link-button.js';
import { Status } from '../../ui/status.js';
import { CreateInvitation } from './create-invitation.js';

export const invitationColumns: readonly Column<Item<'listInvitations'>>[] = [
  {
    title: 'Invitation to',
    cell: ({ id, roleId }) => (
      <RowLink
        to="/invitations/$id"
        id={id}
        text={
          <Cut>
            <Name kind="role" id={roleId} />
          </Cut>
        }
      />
    ),
  },
  candidateColumn,
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  { title: 'Work state', from: 'lg', cell: ({ workState }) => workState },
  {
    title: 'Expires',
    from: 'sm',
    // Once it has ended otherwise, it no longer expires.
    cell: ({ expiresAt, completedAt, canceledAt }) =>
      (completedAt ?? canceledAt) ? '–' : <Countdown to={expiresAt} />,
  },
  { title: 'Created', from: 'md', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

export function InvitationsPage() {
  return (
    <ListPage
      title="Invitations"
      lead="Each leads a candidate to the hosted intake of a role."
      actions={<CreateInvitation />}
      list="listInvitations"
      columns={invitationColumns}
      empty={
        <Empty title="Nobody was invited yet.">
          <LinkButton to="/candidates" look="primary" label="Choose a candidate" />
        </Empty>
      }
    />
  );
}
