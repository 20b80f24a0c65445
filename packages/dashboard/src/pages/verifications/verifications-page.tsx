import { useState } from 'react';
import { type Availability, controls } from '../../api/controls.js';
import type { Item } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { Countdown, Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { ListCard, ListPage } from '../../resource/list-page.js';
import { forgetName, Name, RowLink } from '../../resource/references.js';
import { Button } from '../../ui/button.js';
import { Empty } from '../../ui/card.js';
import type { Column } from '../../ui/data-table.js';
import { Dialog } from '../../ui/dialog.js';
import { fieldClass } from '../../ui/input.js';
import { HostedLink } from '../../ui/link-button.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';
import type { DocumentConfig } from './verification.js';
import { VerifyDocument } from './verify-document.js';

const meanings: Readonly<Record<Availability, string>> = {
  available: 'Answers at once',
  degraded: 'Answers late',
  down: 'Does not answer',
};

/** Sets whether an issuing source answers. Only the sandbox can. */
function SourceSwitch({ source }: { source: Item<'listVerificationSources'> }) {
  const { slug, name, availability } = source;
  const change = useChange((key, next: Availability) => controls.setSource(key, slug, next));
  return (
    <select
      aria-label={`Availability of ${name}`}
      className={fieldClass}
      value={change.isPending ? change.variables : availability}
      disabled={change.isPending}
      onChange={({ target }) => {
        if (!isAvailability(target.value)) return;
        change.mutate(target.value, {
          onSuccess: () => notify('The source is changed, for all verifications from now on.'),
          onError: ({ message }) => notify(message),
        });
      }}
    >
      {Object.entries(meanings).map(([each, meaning]) => (
        <option key={each} value={each}>
          {meaning}
        </option>
      ))}
    </select>
  );
}

function isAvailability(value: string): value is Availability {
  return Object.hasOwn(meanings, value);
}

const sourceColumns: readonly Column<Item<'listVerificationSources'>>[] = [
  {
    title: 'Source',
    cell: ({ name }) => (
      <span className="block max-w-28 truncate sm:max-w-none" title={name}>
        <Text>{name}</Text>
      </span>
    ),
  },
  {
    title: 'Availability',
    from: 'sm',
    cell: ({ availability }) => <Status value={availability} />,
  },
  { title: 'Change', cell: (source) => <SourceSwitch source={source} /> },
];

export function VerificationsPage() {
  return (
    <ListPage
      title="Verifications"
      lead="Documents that an issuing source is asked about. The end of each one is an event."
      actions={<VerifyDocument />}
      list="listDocumentVerifications"
      columns={verificationColumns}
      empty={
        <Empty title="No document was verified yet.">
          <p>Verify one to see how its events reach your endpoint.</p>
          <VerifyDocument />
        </Empty>
      }
    >
      <ListCard
        title="Verification sessions"
        lead="In a session, a person submits documents on a page of the service."
        actions={<CreateSession />}
        list="listVerificationSessions"
        columns={sessionColumns}
        empty={<Empty title="There is no session yet.">Create one, and open its page.</Empty>}
      />
      <ListCard
        title="Document configurations"
        lead="What a document asks for, and who is asked about it. Those of the catalog stay as they are."
        actions={<Action operation="createDocumentConfig" />}
        list="listDocumentConfigs"
        columns={configColumns}
        empty={<Empty title="There is no document configuration." />}
      />
      <ListCard
        title="Issuing sources"
        lead="The service asks them about documents. Make one slow or take it down to see what your program does then."
        list="listVerificationSources"
        columns={sourceColumns}
        empty={<Empty title="There is no issuing source." />}
      />
    </ListPage>
  );
}

const sessionColumns: readonly Column<Item<'listVerificationSessions'>>[] = [
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

const configColumns: readonly Column<DocumentConfig>[] = [
  {
    title: 'Name',
    cell: ({ name }) => (
      <span className="block max-w-36 truncate sm:max-w-none" title={name}>
        <Text>{name}</Text>
      </span>
    ),
  },
  { title: 'Slug', from: 'sm', cell: ({ slug }) => <Text mono>{slug}</Text> },
  { title: 'Source', from: 'md', cell: ({ sourceSlug }) => sourceSlug ?? 'None' },
  { title: 'Made by', from: 'sm', cell: ({ custom }) => (custom ? 'You' : 'Catalog') },
  {
    title: 'Change',
    cell: (config) => (
      <Action
        operation="changeDocumentConfig"
        path={{ slug: config.slug }}
        on={config}
        initial={config}
        onDone={() => forgetName('document', config.slug)}
      />
    ),
  },
];

export const verificationColumns: readonly Column<Item<'listDocumentVerifications'>>[] = [
  {
    title: 'Document',
    cell: ({ verificationId: id, documentConfigSlug }) => (
      <RowLink
        to="/verifications/$id"
        id={id}
        text={<Name kind="document" id={documentConfigSlug} />}
        className="block max-w-36 truncate sm:max-w-56"
      />
    ),
  },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  { title: 'State', from: 'sm', cell: ({ state }) => state },
  {
    title: 'External ID',
    from: 'lg',
    cell: ({ externalId }) => <Text mono>{externalId}</Text>,
  },
  { title: 'Created', from: 'md', cell: ({ createdAt }) => <Time value={createdAt} /> },
];
