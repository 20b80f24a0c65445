import { Navigate, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Answer, Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { createdOfWide } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { useFilters } from '../../resource/filter-bar.js';
import { ListPage } from '../../resource/list-page.js';
import { IntegrationLink, RowLink } from '../../resource/references.js';
import { Button } from '../../ui/button.js';
import { Empty } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import type { Columns } from '../../ui/data-table.js';
import { Dialog, LeaveButton } from '../../ui/dialog.js';
import { LinkButton } from '../../ui/link-button.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { wordsOf } from '../../words/words-of.js';

export function KeysPage() {
  const { request } = useFilters();
  // The log was on this page.
  if (request !== undefined)
    return <Navigate to="/requests/$id" params={{ id: request }} replace />;
  return (
    <ListPage
      title="API keys"
      lead="Keys are for programs. This dashboard uses none of them."
      actions={
        <>
          <LinkButton to="/requests" label="Request log" />
          <CreateKey />
        </>
      }
      list="listApiKeys"
      columns={keyColumns}
      empty={
        <Empty title="There is no key yet.">
          <p>Create one for your program to call the API with.</p>
          <CreateKey />
        </Empty>
      }
    />
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
    cell: (key) => (
      <RowLink
        to="/keys/$id"
        id={key.id}
        text={key.label}
        label={`${key.label}, ${shownKey(key)}`}
      />
    ),
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
