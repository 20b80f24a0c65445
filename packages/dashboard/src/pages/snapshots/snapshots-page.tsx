import { useQuery } from '@tanstack/react-query';
import { controls, type Snapshot } from '../../api/controls.js';
import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { Unread } from '../../resource/detail.js';
import { session } from '../../session/session.js';
import { Card, Empty } from '../../ui/card.js';
import { LinkButton } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';

export function SnapshotsPage() {
  return (
    <Page
      title="Snapshots"
      lead="A snapshot saves the data of all tenants and the clock. Only the sandbox has snapshots."
      actions={!session.actingTenant && <Actions />}
    >
      {session.actingTenant ? (
        <Empty title="Only the account can use snapshots.">
          <LinkButton to="/" look="primary" label="Back to Home" />
        </Empty>
      ) : (
        <Snapshots />
      )}
    </Page>
  );
}

function Actions() {
  return (
    <>
      <Action
        operation="saveSnapshot"
        look="primary"
        onDone={({ name }) => notify(`Snapshot ${name} saved.`)}
      />
      <Action operation="reset" look="danger" confirm="Reset">
        This restores the data of all tenants and the clock to their initial state. Snapshots are
        kept.
      </Action>
    </>
  );
}

function Snapshots() {
  const query = useQuery({ queryKey: ['snapshots'], queryFn: controls.snapshots });
  const snapshots = query.data?.data ?? [];
  return (
    <Card title="Saved" flush>
      <Unread query={query} />
      {query.data && snapshots.length === 0 && <Empty title="No snapshots yet." />}
      {snapshots.length > 0 && (
        <PlainTable
          label="Snapshots, table"
          rows={snapshots}
          rowId={({ name }) => name}
          columns={[
            { title: 'Snapshot', cell: ({ name }) => <Text mono>{name}</Text> },
            { title: 'Time', from: 'sm', cell: ({ savedAt }) => <Time value={savedAt} /> },
            { title: 'Actions', cell: (snapshot) => <SnapshotActions snapshot={snapshot} /> },
          ]}
        />
      )}
    </Card>
  );
}

function SnapshotActions({ snapshot }: { snapshot: Snapshot }) {
  const { name } = snapshot;
  return (
    <div className="flex flex-wrap gap-2 py-1">
      <Action
        operation="restoreSnapshot"
        look="danger"
        on={snapshot}
        title={`Restore ${name}`}
        confirm={name}
      >
        This restores the data of all tenants and the clock. Changes since the snapshot are lost.
      </Action>
      <Action
        operation="deleteSnapshot"
        look="danger"
        on={snapshot}
        title={`Delete ${name}`}
        confirm={name}
      >
        You will no longer be able to restore it.
      </Action>
    </div>
  );
}
