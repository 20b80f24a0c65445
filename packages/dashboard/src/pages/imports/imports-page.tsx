import { urlOf } from '../../api/call.js';
import type { JsonSchema } from '../../api/json-schema.js';
import type { Item } from '../../api/operations.js';
import { formatTime } from '../../clock/local-time.js';
import { created } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { Field } from '../../resource/form/field.js';
import type { FieldProps } from '../../resource/form/widgets.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { RowLink } from '../../resource/references.js';
import type { Columns } from '../../ui/data-table.js';
import { Input } from '../../ui/input.js';
import { TextLink } from '../../ui/link-button.js';

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
  column('status'),
  { ...column('rowCount', 'sm'), title: 'Rows' },
  { title: 'Valid', right: true, from: 'sm', cell: ({ counts }) => counts.valid },
  { title: 'Pending', right: true, from: 'sm', cell: ({ counts }) => counts.pending },
  { title: 'Missing', right: true, from: 'sm', cell: ({ counts }) => counts.missing },
  { title: 'File issues', right: true, from: 'lg', cell: ({ fileIssues }) => fileIssues.length },
  created,
];

export function ImportsPage() {
  return (
    <ListPage
      lead="Each roster is checked against its roles. Nothing is created until you commit it."
      create={<UploadRoster />}
      list="listBulkImports"
      columns={columns}
      empty="No rosters yet."
      hint={
        <p>
          Get the template of a <TextLink to="/roles" label="role" />, fill it in, and upload it.
        </p>
      }
    />
  );
}

// The body is the file. The other properties are query parameters.
const schema: JsonSchema = {
  type: 'object',
  properties: { file: {}, roleId: { type: 'string' } },
  required: ['file'],
};

export function UploadRoster() {
  return (
    <Action
      operation="createBulkImport"
      look="primary"
      submit="Upload"
      schema={schema}
      query={({ file, roleId }) => ({ fileName: file instanceof File ? file.name : '', roleId })}
      sent={({ file }) =>
        // Browsers use the computer's type for CSV files, which may be the one of a spreadsheet.
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
      opens="/imports/$id"
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
