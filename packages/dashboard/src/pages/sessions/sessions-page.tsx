import type { Item } from '../../api/operations.js';
import { Countdown } from '../../clock/time.js';
import { createdOfWide } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { Name, RowLink, useOpen } from '../../resource/references.js';
import { Empty } from '../../ui/card.js';
import type { Columns } from '../../ui/data-table.js';
import { Status } from '../../ui/status.js';
import { Cut } from '../../ui/text.js';

const columns: Columns<Item<'listVerificationSessions'>> = [
  {
    title: 'Reference',
    cell: ({ id, reference }) => (
      <RowLink to="/sessions/$id" id={id} text={<Cut>{reference}</Cut>} />
    ),
  },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  {
    title: 'Documents',
    from: 'md',
    cell: ({ documentConfigSlugs }) => <Documents slugs={documentConfigSlugs} />,
  },
  { title: 'Expires', from: 'sm', cell: ({ expiresAt }) => <Countdown to={expiresAt} /> },
  createdOfWide,
];

/** The sessions in which people submit documents themselves. */
export function SessionsPage() {
  return (
    <ListPage
      title="Sessions"
      lead="In a session, a person submits documents on a page of the service."
      actions={<CreateSession />}
      list="listVerificationSessions"
      columns={columns}
      empty={
        <Empty title="There is no session yet.">
          <p>Create one, and open its page.</p>
          <CreateSession />
        </Empty>
      }
    />
  );
}

function CreateSession() {
  const open = useOpen('/sessions/$id');
  return <Action operation="createVerificationSession" look="primary" onDone={open} />;
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
