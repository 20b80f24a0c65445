import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { changeWith, urlOf } from '../../api/call.js';
import { useChange } from '../../api/use-change.js';
import { ChoiceOf } from '../../resource/choice-of.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { Form } from '../../ui/form.js';
import { Input } from '../../ui/input.js';
import { hintOf } from '../../words/fields.js';

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
