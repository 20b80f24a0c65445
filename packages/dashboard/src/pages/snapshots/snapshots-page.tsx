import { useQuery } from '@tanstack/react-query';
import { controls } from '../../api/controls.js';
import type { JsonSchema } from '../../api/json-schema.js';
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

const columns = [
  { title: 'Snapshot' },
  { title: 'Time', from: 'sm' },
  { title: 'Change' },
] as const;

/** The states that the whole sandbox can go back to. */
export function SnapshotsPage() {
  return (
    <Page
      title="Snapshots"
      lead="A snapshot has the data of all tenants, and the time. Only a sandbox can go back to one."
      actions={!session.actingTenant && <Actions />}
    >
      {session.actingTenant ? (
        <Empty title="Only the account itself goes back to a snapshot.">
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
        schema={schema}
        look="primary"
        when={({ body }) => ({
          refusal: body['name'] === undefined ? 'Give it a name.' : undefined,
        })}
        onDone={({ name }) => notify(`The snapshot ${name} is saved.`)}
      />
      <Action operation="reset" look="danger" confirm="Reset">
        All data goes back to what was there at the start, for all tenants, and so does the time.
        Snapshots stay.
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
      {query.data && snapshots.length === 0 && <Empty title="There is no snapshot." />}
      {snapshots.length > 0 && (
        <PlainTable
          label="Snapshots, table"
          columns={columns}
          rows={snapshots.map(({ name, savedAt }) => ({
            key: name,
            cells: [
              <Text key="name" mono>
                {name}
              </Text>,
              <Time key="time" value={savedAt} />,
              <div key="change" className="flex flex-wrap gap-2 py-1">
                <Action
                  operation="restoreSnapshot"
                  look="danger"
                  path={{ name }}
                  title={`Restore ${name}`}
                  confirm={name}
                  done={`The sandbox is as it was in ${name}.`}
                >
                  All data and the time go back to the snapshot, for all tenants. What has happened
                  since it was saved is lost.
                </Action>
                <Action
                  operation="deleteSnapshot"
                  look="danger"
                  path={{ name }}
                  title={`Delete ${name}`}
                  confirm={name}
                  done={`The snapshot ${name} is deleted.`}
                >
                  The sandbox can no longer go back to it.
                </Action>
              </div>,
            ],
          }))}
        />
      )}
    </Card>
  );
}

const schema: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string', maxLength: 40 } },
};
