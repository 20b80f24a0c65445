import type { Item } from '../../api/operations.js';
import { createdOfWide } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { fullName, NameLink, RowLink, useOpen } from '../../resource/references.js';
import { Empty } from '../../ui/card.js';
import type { Columns } from '../../ui/data-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

const columns: Columns<Item<'listCandidates'>> = [
  {
    title: 'Candidate',
    cell: (candidate) => (
      <RowLink
        to="/candidates/$id"
        id={candidate.id}
        text={fullName(candidate)}
        label={`${fullName(candidate)}, ${candidate.email}`}
      />
    ),
  },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  { title: 'Email', from: 'sm', cell: ({ email }) => <Text>{email}</Text> },
  {
    title: 'Role',
    from: 'md',
    cell: ({ roleId }) => (roleId ? <NameLink kind="role" id={roleId} /> : '–'),
  },
  createdOfWide,
];

export function CandidatesPage() {
  return (
    <ListPage
      title="Candidates"
      lead="The people who are screened. Invite one to the hosted intake, or order a report."
      actions={<CreateCandidate />}
      list="listCandidates"
      columns={columns}
      empty={
        <Empty title="There is no candidate yet.">
          <CreateCandidate />
        </Empty>
      }
    />
  );
}

function CreateCandidate() {
  const open = useOpen('/candidates/$id');
  return (
    <Action operation="createCandidate" look="primary" onDone={open}>
      The last name chooses how reports end, such as Consider, Disputed or Slow.
    </Action>
  );
}
