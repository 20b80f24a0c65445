import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { changeWith, urlOf } from '../../api/call.js';
import type { Item } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { Time } from '../../clock/time.js';
import { ChoiceOf } from '../../resource/choice-of.js';
import { ListPage } from '../../resource/list-page.js';
import { RowLink } from '../../resource/references.js';
import { Empty } from '../../ui/card.js';
import type { Column } from '../../ui/data-table.js';
import { DialogButton } from '../../ui/dialog.js';
import { Form } from '../../ui/form.js';
import { Input } from '../../ui/input.js';
import { Status } from '../../ui/status.js';
import { hintOf } from '../../words/fields.js';

const columns: readonly Column<Item<'listBulkImports'>>[] = [
  {
    title: 'File',
    cell: ({ id, fileName }) => <RowLink to="/imports/$id" id={id} text={fileName} />,
  },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  { title: 'Rows', from: 'sm', cell: ({ rowCount }) => rowCount },
  { title: 'Valid', from: 'sm', cell: ({ counts }) => counts.valid },
  { title: 'Pending', from: 'sm', cell: ({ counts }) => counts.pending },
  { title: 'Missing', from: 'sm', cell: ({ counts }) => counts.missing },
  { title: 'File issues', from: 'lg', cell: ({ fileIssues }) => fileIssues.length },
  { title: 'Created', from: 'md', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

/** The rosters that were uploaded. */
export function ImportsPage() {
  return (
    <ListPage
      title="Imports"
      lead="A roster is validated against the roles. Nothing is created before you commit it."
      actions={<UploadRoster />}
      list="listBulkImports"
      columns={columns}
      empty={
        <Empty title="No roster was uploaded yet.">
          <p>
            Get the template of a{' '}
            <Link to="/roles" className="text-accent underline">
              role
            </Link>
            , fill it in, and upload it.
          </p>
          <UploadRoster />
        </Empty>
      }
    />
  );
}

/** The button that uploads a roster and then shows how its validation goes. */
export function UploadRoster() {
  return (
    <DialogButton label="Upload roster" look="primary">
      {(close) => <UploadForm onCancel={close} />}
    </DialogButton>
  );
}

/** It is not made from the schema: the body is the file itself, and the rest are parameters. */
function UploadForm({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const [roleId, setRoleId] = useState('');
  const upload = useChange((key, roster: File) => {
    // Browsers name the type of a CSV file as the computer does, which may be that of a spreadsheet.
    const body = new File([roster], roster.name, { type: 'text/csv' });
    const query = { fileName: roster.name, roleId };
    return changeWith(key, 'createBulkImport', { query, body });
  });
  return (
    <Form
      submit="Upload"
      change={upload}
      refusal={file ? undefined : 'Choose a file first.'}
      onSubmit={() => {
        if (!file) return;
        upload.mutate(file, {
          onSuccess: ({ id }) => void navigate({ to: '/imports/$id', params: { id } }),
        });
      }}
      onCancel={onCancel}
    >
      <Input
        label="CSV file"
        type="file"
        accept=".csv,text/csv"
        required
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      <ChoiceOf
        field="roleId"
        label="Role"
        hint={hintOf('roleId', 'createBulkImport')}
        value={roleId}
        none="Each row names its own"
        onChange={setRoleId}
      />
      {roleId !== '' && (
        <a
          href={urlOf('getRosterTemplate', { path: { id: roleId } })}
          download
          className="text-accent hover:underline"
        >
          Roster template of this role
        </a>
      )}
    </Form>
  );
}
