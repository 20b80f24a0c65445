import { useQuery } from '@tanstack/react-query';
import { controls } from '../../api/controls.js';
import type { JsonSchema } from '../../api/json-schema.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { IntegrationLink } from '../../resource/references.js';
import { session } from '../../session/session.js';
import { Card, Empty, Facts } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';

/** The account, and for its own users the states that the whole sandbox can go back to. */
export function SettingsPage() {
  const account = useOperation('getAccount');
  return (
    <Detail query={account}>
      {({ id, name, adminEmail, timeZone, brandColor, defaultIntegrationId }) => (
        <Page title="Settings">
          <Card
            title="Account"
            actions={
              <Action
                operation="changeAccount"
                initial={{ name, adminEmail, timeZone, brandColor }}
              />
            }
          >
            <Facts
              rows={{
                Name: <Text>{name}</Text>,
                Administrator: <Text>{adminEmail}</Text>,
                'Time zone': <Text>{timeZone}</Text>,
                'Brand color': brandColor ?? 'That of the service',
                'Default integration':
                  defaultIntegrationId === null ? (
                    'None'
                  ) : (
                    <IntegrationLink id={defaultIntegrationId} />
                  ),
                ID: <Text mono>{id}</Text>,
              }}
            />
          </Card>
          {!session.actingTenant && <Snapshots />}
        </Page>
      )}
    </Detail>
  );
}

const columns = [
  { title: 'Snapshot' },
  { title: 'Time', from: 'sm' },
  { title: 'Change' },
] as const;

function Snapshots() {
  const { data, error } = useQuery({ queryKey: ['snapshots'], queryFn: controls.snapshots });
  return (
    <Card
      title="Snapshots"
      flush
      actions={
        <>
          <Action
            operation="saveSnapshot"
            schema={schema}
            when={({ body }) => ({
              refusal: body['name'] === undefined ? 'Give it a name.' : undefined,
            })}
            onDone={({ name }) => notify(`The snapshot ${name} is saved.`)}
          />
          <Action operation="reset" look="danger" confirm="Reset">
            All data goes back to what was there at the start, for all tenants, and so does the
            time.
          </Action>
        </>
      }
    >
      <p className="px-4 pb-2 text-muted">
        A snapshot has the data of all tenants, and the time. Only a sandbox can go back to one.
      </p>
      {error && <ErrorNote error={error} />}
      {data?.data.length === 0 && <Empty title="There is no snapshot." />}
      {data !== undefined && data.data.length > 0 && (
        <PlainTable
          label="Snapshots, table"
          columns={columns}
          rows={data.data.map(({ name, savedAt }) => ({
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
                  What has happened since is lost, for all tenants.
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
