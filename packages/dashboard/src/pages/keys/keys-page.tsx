import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Answer, Item } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { createdOfWide, timeColumn } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { Unread } from '../../resource/detail.js';
import { useFilters } from '../../resource/filter-bar.js';
import { ListPage, ListRows } from '../../resource/list-page.js';
import { IntegrationLink, RowLink } from '../../resource/references.js';
import { Button } from '../../ui/button.js';
import { Card, Empty, Facts } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import type { Columns } from '../../ui/data-table.js';
import { Dialog, LeaveButton } from '../../ui/dialog.js';
import { Input } from '../../ui/input.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { wordsOf } from '../../words/words-of.js';

export function KeysPage() {
  return (
    <ListPage
      title="API keys"
      lead="Keys are for programs. This dashboard uses none of them."
      actions={<CreateKey />}
      list="listApiKeys"
      columns={keyColumns}
      empty={
        <Empty title="There is no key yet.">
          <p>Create one for your program to call the API with.</p>
          <CreateKey />
        </Empty>
      }
    >
      <RequestLog />
    </ListPage>
  );
}

/** The requests to the API, newest first, and one of them by the id that its answer had. */
function RequestLog() {
  const { request } = useFilters();
  const navigate = useNavigate();
  const open = (id: string | undefined) =>
    void navigate({
      to: '.',
      // Back closes it.
      replace: id === undefined,
      resetScroll: false,
      search: ({ request: _former, ...others }: Record<string, string>) =>
        id === undefined ? others : { ...others, request: id },
    });
  const columns: Columns<Item<'listApiRequests'>> = [
    { title: 'Status', cell: ({ status }) => <HttpStatus status={status} /> },
    { title: 'Method', from: 'sm', cell: ({ method }) => method },
    {
      title: 'Path',
      cell: ({ id, path }) => (
        <button
          type="button"
          onClick={() => open(id)}
          className="max-w-56 truncate font-mono text-xs hover:underline sm:max-w-full"
        >
          <Text>{path}</Text>
        </button>
      ),
    },
    { title: 'Code', from: 'lg', cell: ({ code }) => code ?? '–' },
    { title: 'Duration', from: 'sm', cell: ({ durationMs }) => `${durationMs} ms` },
    timeColumn('Time', ({ createdAt }) => createdAt),
  ];
  return (
    <Card title="Requests" flush actions={<FindRequest onFind={open} />}>
      <ListRows
        list="listApiRequests"
        label="Requests to the API"
        columns={columns}
        empty={
          <Empty title="No program has called the API yet.">
            Each of its requests appears here.
          </Empty>
        }
      />
      {request !== undefined && <RequestDialog id={request} onClose={() => open(undefined)} />}
    </Card>
  );
}

function FindRequest({ onFind }: { onFind: (id: string) => void }) {
  const [id, setId] = useState('');
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onFind(id.trim());
      }}
    >
      <Input
        label="Request ID"
        required
        placeholder="req_…"
        value={id}
        onChange={({ target }) => setId(target.value)}
      />
      <Button type="submit">Find</Button>
    </form>
  );
}

function RequestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useOperation('getApiRequest', { path: { id } });
  const { data } = query;
  return (
    <Dialog title="Request" onClose={onClose}>
      <Unread query={query} />
      {data && (
        <Facts
          rows={{
            ID: <Text mono>{data.id}</Text>,
            Request: <Text mono>{`${data.method} ${data.path}`}</Text>,
            Operation: <Text mono>{data.operationId}</Text>,
            Status: <HttpStatus status={data.status} />,
            'Problem code': data.code && <Text mono>{data.code}</Text>,
            Duration: `${data.durationMs} ms`,
            Time: <Time value={data.createdAt} />,
            'API key': (
              <Link to="/keys/$id" params={{ id: data.keyId }} className="text-accent underline">
                <Text mono>{data.keyId}</Text>
              </Link>
            ),
          }}
        />
      )}
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

/** The status code of an answer. Refusals stand out. */
function HttpStatus({ status }: { status: number }) {
  const tone =
    status >= 500
      ? 'bg-bad-soft text-bad'
      : status >= 400
        ? 'bg-warn-soft text-warn'
        : 'bg-ok-soft text-ok';
  return (
    <span className={`rounded px-1.5 py-0.5 text-xs font-medium tabular-nums ${tone}`}>
      {status}
    </span>
  );
}

/** Creates a key and shows it, which happens once. */
export function CreateKey({ integrationId }: { integrationId?: string }) {
  const [created, setCreated] = useState<Answer<'createApiKey'>>();
  const navigate = useNavigate();
  return (
    <>
      <Action
        operation="createApiKey"
        look="primary"
        {...(integrationId === undefined ? {} : { initial: { integrationId } })}
        onDone={setCreated}
      />
      {created && (
        <NewKeyDialog
          apiKey={created.key}
          open="Open the key"
          onOpen={() => void navigate({ to: '/keys/$id', params: { id: created.id } })}
          onClose={() => setCreated(undefined)}
        />
      )}
    </>
  );
}

/** Shows a key that has just been made, which happens once. */
export function NewKeyDialog({
  apiKey,
  open,
  onOpen,
  onClose,
  children,
}: {
  apiKey: string;
  /** The label of the button that leads to the new object. */
  open: string;
  onOpen: () => void;
  onClose: () => void;
  /** Further text under the key. */
  children?: ReactNode;
}) {
  return (
    <Dialog title="Copy the key now" onClose={onClose} showsOnce>
      <p>The service stores no copy. This is the only time that the key is shown.</p>
      <CodeBlock label="The new key" text={apiKey} />
      {children}
      <div className="flex justify-end gap-2">
        <LeaveButton onClick={onOpen}>{open}</LeaveButton>
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  );
}

export const keyColumns: Columns<Item<'listApiKeys'>> = [
  {
    title: 'Label',
    cell: (key) => <RowLink to="/keys/$id" id={key.id} text={key.label} about={shownKey(key)} />,
  },
  { title: 'Key', cell: (key) => <Text mono>{shownKey(key)}</Text> },
  { title: 'Scope', from: 'sm', cell: ({ scope }) => wordsOf(scope) },
  {
    title: 'For',
    from: 'lg',
    cell: ({ integrationId }) =>
      integrationId === null ? 'All integrations' : <IntegrationLink id={integrationId} />,
  },
  {
    title: 'Last used',
    from: 'md',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Time value={lastUsedAt} />),
  },
  { title: 'State', from: 'sm', cell: (key) => <KeyState apiKey={key} /> },
  createdOfWide,
];

/** What is known of a key: how it begins and ends. */
export function shownKey({ prefix, last4 }: { prefix: string; last4: string }): string {
  return `${prefix}…${last4}`;
}

/** Whether a key still works. */
export function KeyState({ apiKey }: { apiKey: { readonly revokedAt: string | null } }) {
  return <Status value={apiKey.revokedAt === null ? 'active' : 'revoked'} />;
}
