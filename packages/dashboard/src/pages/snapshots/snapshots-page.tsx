import { useQuery } from '@tanstack/react-query';
import { controls } from '../../api/controls.js';
import type { JsonSchema } from '../../api/json-schema.js';
import type { ChangeKey } from '../../api/presses.js';
import { Time } from '../../clock/time.js';
import { Unread } from '../../resource/detail.js';
import { Fields } from '../../resource/form/field.js';
import { FormOf } from '../../resource/form/form-of.js';
import { useForm } from '../../resource/form/use-form.js';
import { session } from '../../session/session.js';
import { Card, Empty } from '../../ui/card.js';
import { DialogButton } from '../../ui/dialog.js';
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
      <DialogButton label="Save snapshot" title="Save a snapshot" look="primary">
        {(close) => <SaveForm onClose={close} />}
      </DialogButton>
      <Sure
        submit="Reset"
        title="Reset the sandbox"
        confirm="Reset"
        done="The sandbox is as it was at its start."
        send={controls.reset}
      >
        All data goes back to what was there at the start, for all tenants, and so does the time.
        Snapshots stay.
      </Sure>
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
                <Sure
                  submit="Restore"
                  title={`Restore ${name}`}
                  confirm={name}
                  done={`The sandbox is as it was in ${name}.`}
                  send={(key) => controls.restoreSnapshot(key, name)}
                >
                  All data and the time go back to the snapshot, for all tenants. What has happened
                  since it was saved is lost.
                </Sure>
                <Sure
                  submit="Delete"
                  title={`Delete ${name}`}
                  confirm={name}
                  done={`The snapshot ${name} is deleted.`}
                  send={(key) => controls.deleteSnapshot(key, name)}
                >
                  The sandbox can no longer go back to it.
                </Sure>
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

function SaveForm({ onClose }: { onClose: () => void }) {
  const form = useForm({
    name: 'saveSnapshot',
    schema,
    initial: {},
    send: (key, { name }) => controls.saveSnapshot(key, String(name)),
  });
  return (
    <FormOf
      form={form}
      submit="Save snapshot"
      refusal={form.body['name'] === undefined ? 'Give it a name.' : undefined}
      onCancel={onClose}
      onDone={({ name }) => {
        onClose();
        notify(`The snapshot ${name} is saved.`);
      }}
    >
      <Fields />
    </FormOf>
  );
}

interface SureProps {
  readonly submit: string;
  /** Text to type first. */
  readonly confirm: string;
  readonly done: string;
  readonly send: (key: ChangeKey) => Promise<unknown>;
  readonly children: string;
}

/** The button of a change that cannot be undone. */
function Sure({ title, ...props }: SureProps & { title: string }) {
  return (
    <DialogButton label={props.submit} title={title} look="danger">
      {(close) => <SureForm {...props} onCancel={close} />}
    </DialogButton>
  );
}

function SureForm({ send, children, ...rest }: SureProps & { onCancel: () => void }) {
  const form = useForm({ name: rest.submit, initial: {}, send });
  return (
    <FormOf {...rest} form={form} look="danger">
      <p className="text-muted">{children}</p>
    </FormOf>
  );
}
