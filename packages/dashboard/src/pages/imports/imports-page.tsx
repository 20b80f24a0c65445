import { urlOf } from '../../api/call.js';
import type { JsonSchema } from '../../api/json-schema.js';
import type { Item } from '../../api/operations.js';
import { formatTime } from '../../clock/local-time.js';
import { created } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { Field } from '../../resource/form/field.js';
import type { FieldProps } from '../../resource/form/widgets.js';
import { ListPage } from '../../resource/list-page.js';
import { RowLink, useOpen } from '../../resource/references.js';
import { Empty } from '../../ui/card.js';
import type { Columns } from '../../ui/data-table.js';
import { Input } from '../../ui/input.js';
import { TextLink } from '../../ui/link-button.js';
import { Status } from '../../ui/status.js';

const columns: Columns<Item<'listBulkImports'>> = [
  {
    title: 'File',
    cell: ({ id, fileName, createdAt }) => (
      <RowLink
        to="/imports/$id"
        id={id}
        text={fileName}
        label={`${fileName}, ${formatTime(createdAt)}`}
      />
    ),
  },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  { title: 'Rows', right: true, from: 'sm', cell: ({ rowCount }) => rowCount },
  { title: 'Valid', right: true, from: 'sm', cell: ({ counts }) => counts.valid },
  { title: 'Pending', right: true, from: 'sm', cell: ({ counts }) => counts.pending },
  { title: 'Missing', right: true, from: 'sm', cell: ({ counts }) => counts.missing },
  { title: 'File issues', right: true, from: 'lg', cell: ({ fileIssues }) => fileIssues.length },
  created,
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
            Get the template of a <TextLink to="/roles" label="role" />, fill it in, and upload it.
          </p>
          <UploadRoster />
        </Empty>
      }
    />
  );
}

// The body is the file, and the rest are parameters.
const schema: JsonSchema = {
  type: 'object',
  properties: { file: {}, roleId: { type: 'string' } },
  required: ['file'],
};

/** The button that uploads a roster and then shows how its validation goes. */
export function UploadRoster() {
  return (
    <Action
      operation="createBulkImport"
      look="primary"
      submit="Upload"
      schema={schema}
      query={({ file, roleId }) => ({ fileName: file instanceof File ? file.name : '', roleId })}
      sent={({ file }) =>
        // Browsers name the type of a CSV file as the computer does, which may be that of a spreadsheet.
        file instanceof File ? new File([file], file.name, { type: 'text/csv' }) : undefined
      }
      when={({ body: { file, roleId } }) => ({
        refusal: file ? undefined : 'Choose a file first.',
        fields: (
          <>
            <Field path="file" as={(props) => <FileField {...props} />} />
            <Field path="roleId" />
            {typeof roleId === 'string' && (
              <a
                href={urlOf('getRosterTemplate', { path: { id: roleId } })}
                download
                className="text-accent hover:underline"
              >
                Roster template of this role
              </a>
            )}
          </>
        ),
      })}
      onDone={useOpen('/imports/$id')}
    />
  );
}

function FileField({ labels, onChange }: FieldProps) {
  return (
    <Input
      {...labels}
      type="file"
      accept=".csv,text/csv"
      onChange={({ target }) => onChange(target.files?.[0])}
    />
  );
}
