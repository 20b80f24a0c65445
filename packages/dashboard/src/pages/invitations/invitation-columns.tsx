import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Countdown, Time } from '../../clock/time.js';
import { candidateColumn, Name } from '../../resource/references.js';
import { Cut } from '../../ui/cut.js';
import type { Column } from '../../ui/data-table.js';
import { Status } from '../../ui/status.js';

export const invitationColumns: readonly Column<Item<'listInvitations'>>[] = [
  {
    title: 'Invitation to',
    cell: ({ id, roleId }) => (
      <Link to="/invitations/$id" params={{ id }} className="font-medium hover:underline">
        <Cut>
          <Name kind="role" id={roleId} />
        </Cut>
      </Link>
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
