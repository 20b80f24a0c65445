import { Navigate, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Answer, Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { createdOfWide } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { useFilters } from '../../resource/filter-bar.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { IntegrationLink, RowLink } from '../../resource/references.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import type { Columns } from '../../ui/data-table.js';
import { Dialog, LeaveButton } from '../../ui/dialog.js';
import { LinkButton } from '../../ui/link-button.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

export function KeysPage() {
  const { request } = useFilters();
  // The request log used to be on this page.
  if (request !== undefined)
    return <Navigate to="/requests/$id" params={{ id: request }} replace />;
  return (
    <ListPage
      lead="Keys are for programs. This dashboard uses none of them."
      actions={<LinkButton to="/requests" label="Request log" />}
      create={<CreateKey />}
      list="listApiKeys"
      columns={keyColumns}
      empty="No keys yet."
      hint="Create one so that your program can call the API."
    />
  );
}

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

export function NewKeyDialog({
  apiKey,
  open,
  onOpen,
  onClose,
  children,
}: {
  apiKey: string;
  open: string;
  onOpen: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  return (
    <Dialog title="Copy the key now" onClose={onClose} showsOnce>
      <p>This is the only time that the key is shown. The service keeps no copy.</p>
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
  column('scope', 'sm'),
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
  { title: 'Status', from: 'sm', cell: (key) => <KeyState apiKey={key} /> },
  createdOfWide,
];

export function shownKey({ prefix, last4 }: { prefix: string; last4: string }): string {
  return `${prefix}…${last4}`;
}

export function KeyState({ apiKey }: { apiKey: { readonly revokedAt: string | null } }) {
  return <Status value={apiKey.revokedAt === null ? 'active' : 'revoked'} />;
}
