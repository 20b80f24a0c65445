import type { Item } from '../../api/operations.js';
import { createdOfWidest } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { Name, RowLink } from '../../resource/references.js';
import type { Columns } from '../../ui/data-table.js';
import { Cut } from '../../ui/text.js';

const columns: Columns<Item<'listVerificationSessions'>> = [
  {
    title: 'Reference',
    cell: ({ id, reference }) => (
      <RowLink to="/sessions/$id" id={id} text={<Cut>{reference}</Cut>} />
    ),
  },
  column('status'),
  {
    title: 'Documents',
    from: 'md',
    cell: ({ documentConfigSlugs }) => <Documents slugs={documentConfigSlugs} />,
  },
  column('expiresAt', 'sm'),
  createdOfWidest,
];

export function SessionsPage() {
  return (
    <ListPage
      lead="In a session, a person submits documents on a hosted page."
      create={<Action operation="createVerificationSession" look="primary" opens="/sessions/$id" />}
      list="listVerificationSessions"
      columns={columns}
      empty="No sessions yet."
      hint="Create one, and open its page."
    />
  );
}

function Documents({ slugs }: { slugs: readonly string[] }) {
  const [first, ...others] = slugs;
  if (first === undefined) return 'All';
  return (
    <>
      <Name kind="document" id={first} />
      {others.length > 0 && ` and ${others.length} more`}
    </>
  );
}
