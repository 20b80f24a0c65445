import { useState } from 'react';
import type { Item } from '../../api/operations.js';
import { Countdown } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { ListRows } from '../../resource/list-rows.js';
import { Name } from '../../resource/references.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import type { Column } from '../../ui/data-table.js';
import { Dialog } from '../../ui/dialog.js';
import { Empty } from '../../ui/empty.js';
import { HostedLink } from '../../ui/hosted-link.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

const columns: readonly Column<Item<'listVerificationSessions'>>[] = [
  {
    title: 'Reference',
    cell: ({ reference, url }) => (
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        title="Open its page in a new tab"
        className="block max-w-36 truncate font-medium hover:underline sm:max-w-none"
      >
        <Text mono>{reference}</Text>
        <span className="sr-only"> (its page, in a new tab)</span>
      </a>
    ),
  },
  { title: 'Status', from: 'sm', cell: ({ status }) => <Status value={status} /> },
  {
    title: 'Documents',
    from: 'md',
    cell: ({ documentConfigSlugs }) => <Documents slugs={documentConfigSlugs} />,
  },
  { title: 'Expires', cell: ({ expiresAt }) => <Countdown to={expiresAt} /> },
];

/** Sessions: a person submits documents on a page of the service. */
export function SessionsCard() {
  return (
    <Card title="Verification sessions" flush actions={<CreateSession />}>
      <p className="px-4 pb-2 text-muted">
        In a session, a person submits documents on a page of the service.
      </p>
      <ListRows
        list="listVerificationSessions"
        label="Verification sessions, table"
        columns={columns}
        empty={<Empty title="There is no session yet.">Create one, and open its page.</Empty>}
      />
    </Card>
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

/** Creates a session and shows the address of its page. */
function CreateSession() {
  const [url, setUrl] = useState<string>();
  return (
    <>
      <Action operation="createVerificationSession" onDone={(session) => setUrl(session.url)} />
      {url !== undefined && (
        <Dialog title="The page of the session" onClose={() => setUrl(undefined)}>
          <p>Anybody with this address can submit the documents of the session.</p>
          <HostedLink url={url} open="Open the page" />
          <div className="flex justify-end">
            <Button onClick={() => setUrl(undefined)}>Close</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
