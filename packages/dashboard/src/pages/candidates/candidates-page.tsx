import type { Item } from '../../api/operations.js';
import { createdOfWide } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { fullName, RowLink } from '../../resource/references.js';
import type { Columns } from '../../ui/data-table.js';

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
  column('status'),
  column('email', 'sm'),
  column('roleId', 'md'),
  createdOfWide,
];

export function CandidatesPage() {
  return (
    <ListPage
      lead="The people you screen. Invite one to the hosted intake, or order a report."
      create={
        <Action operation="createCandidate" look="primary" opens="/candidates/$id">
          In the sandbox, the last name chooses how reports end: for example Consider, Disputed or
          Slow.
        </Action>
      }
      list="listCandidates"
      columns={columns}
      empty="No candidates yet."
    />
  );
}
