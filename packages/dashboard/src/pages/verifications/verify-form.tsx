import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { change, changeWith } from '../../api/call.js';
import { requestBodies } from '../../api/generated/bodies.js';
import type { Input as Sent } from '../../api/operations.js';
import { type ChangeKey, newChangeKey } from '../../api/presses.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { useOperation } from '../../api/use-operation.js';
import { ChoiceOf } from '../../resource/choice-of.js';
import { Properties } from '../../resource/form/properties.js';
import { useFormBody } from '../../resource/operation-form.js';
import { Choice } from '../../ui/choice.js';
import { Form } from '../../ui/form.js';
import { fieldClass, Input, Labelled } from '../../ui/input.js';
import { Loading } from '../../ui/page.js';
import { notify } from '../../ui/toast.js';
import { wordsOf } from '../../words/words-of.js';
import {
  type DocumentConfig,
  type EnteredDocument,
  formDataOf,
  nothingEntered,
} from './verification.js';

type Body = NonNullable<Sent<'createDocumentVerification'>['body']>;

interface FormProps {
  readonly integrationId: string | undefined;
  readonly onClose: () => void;
}

const ownFields = ['documentConfigSlug', 'formData', 'fileIds'];
const firstFields = ['state', 'integrationId'];
const otherFields = Object.keys(requestBodies.createDocumentVerification.properties ?? {}).filter(
  (name) => !ownFields.includes(name) && !firstFields.includes(name),
);

/**
 * The form of a new verification. It is not the one that the request body gives: the fields of a document are those of its
 * configuration, and its files are uploaded first.
 */
export function VerifyForm(props: FormProps) {
  const configs = useList('listDocumentConfigs').rows;
  const [first] = configs;
  if (!first) return <Loading />;
  return <Fields configs={configs} first={first} {...props} />;
}

function Fields({
  configs,
  first,
  integrationId,
  onClose,
}: FormProps & { configs: readonly DocumentConfig[]; first: DocumentConfig }) {
  const navigate = useNavigate();
  const [slug, setSlug] = useState(first.slug);
  const known = configs.find((each) => each.slug === slug);
  const older = useOperation(
    'getDocumentConfig',
    { path: { slug } },
    { enabled: !known && slug !== '' },
  );
  const config = known ?? older.data;
  const [entered, setEntered] = useState<EnteredDocument>(nothingEntered);
  const { schema = {}, defaults } = useFormBody('createDocumentVerification');
  const [rest, setRest] = useState<object>(integrationId === undefined ? {} : { integrationId });
  const verify = useChange(async (key) => {
    const fileIds = await uploadFiles(entered.files);
    const formData = config ? formDataOf(entered, config) : {};
    // The API checks what the fields of its schema hold.
    const body = {
      ...defaults,
      ...rest,
      documentConfigSlug: slug,
      formData,
      fileIds,
    } as Body;
    return change(key, 'createDocumentVerification', { body });
  });
  const fieldsWithout = (hidden: readonly string[]) => (
    <Properties
      operation="createDocumentVerification"
      schema={schema}
      path=""
      value={rest}
      onChange={(next) => setRest({ ...(typeof next === 'object' ? next : {}) })}
      problems={verify.problems}
      hidden={hidden}
    />
  );
  return (
    <Form
      submit="Verify"
      refusal={config ? undefined : 'The fields of the document are on their way.'}
      change={verify}
      onCancel={onClose}
      onSubmit={() =>
        verify.mutate(undefined, {
          onSuccess: ({ verificationId }) => {
            onClose();
            notify('The verification is created.');
            void navigate({ to: '/verifications/$id', params: { id: verificationId } });
          },
        })
      }
    >
      <ChoiceOf
        field="documentConfigSlug"
        label="Document"
        required
        value={slug}
        onChange={setSlug}
      />
      {fieldsWithout([...ownFields, ...otherFields])}
      {config ? (
        <DocumentFields
          config={config}
          entered={entered}
          onChange={setEntered}
          errorOf={verify.errorOf}
        />
      ) : (
        slug !== '' && <Loading />
      )}
      <p className="text-muted">
        Without what is needed to submit, the verification waits for it. With files alone, the
        fields are read from them.
      </p>
      <details>
        <summary className="text-muted">More fields</summary>
        <div className="mt-3 flex flex-col gap-4">
          {fieldsWithout([...ownFields, ...firstFields])}
        </div>
      </details>
    </Form>
  );
}

// Not the attribute of the field: without it, a verification is created and waits.
const NEEDED = 'Needed to submit.';

/** A field for each one of a document configuration, and one for its files. */
export function DocumentFields({
  config,
  entered,
  onChange,
  errorOf,
}: {
  config: DocumentConfig;
  entered: EnteredDocument;
  onChange: (entered: EnteredDocument) => void;
  /** Why the service has refused a field. */
  errorOf: (param: string) => string | undefined;
}) {
  const enter = (key: string, value: string) =>
    onChange({ ...entered, fields: { ...entered.fields, [key]: value } });
  const chosen = config.magicValues.find(
    ({ value }) => value === entered.fields[config.magicField],
  );
  return (
    <>
      {config.magicValues.length > 0 && (
        <Choice
          label="Outcome"
          hint={`Of the sandbox: it fills ${wordsOf(config.magicField)} with a magic value.`}
          value={chosen?.value ?? ''}
          options={[
            ['', 'That of what is entered'],
            ...config.magicValues.map(({ value, outcome }) => [value, outcome] as const),
          ]}
          onChange={(value) => enter(config.magicField, value)}
        />
      )}
      {config.fields.map(({ key, type, ...field }) => (
        <Input
          key={key}
          label={wordsOf(key)}
          type={type === 'date' ? 'date' : 'text'}
          autoComplete="off"
          hint={hintOf(field)}
          error={errorOf(`formData.${key}`)}
          value={entered.fields[key] ?? ''}
          onChange={({ target }) => enter(key, target.value)}
        />
      ))}
      <Labelled
        label="Files"
        hint={config.requiresFiles ? NEEDED : undefined}
        error={errorOf('fileIds')}
      >
        {(aria) => (
          <input
            {...aria}
            type="file"
            multiple
            className={fieldClass}
            onChange={({ target }) => onChange({ ...entered, files: [...(target.files ?? [])] })}
          />
        )}
      </Labelled>
    </>
  );
}

/** Whether a field is needed, and what it takes. */
function hintOf({
  required,
  hint,
  pattern,
}: Pick<DocumentConfig['fields'][number], 'required' | 'hint' | 'pattern'>): string | undefined {
  const shape = hint ?? (pattern === undefined ? undefined : `Pattern: ${pattern}`);
  const parts = [required ? NEEDED : undefined, shape === undefined ? undefined : `${shape}.`];
  return parts.filter(Boolean).join(' ') || undefined;
}

interface Upload {
  /** The key of this file: a form may have several files. */
  readonly key: ChangeKey;
  id?: string;
}

const uploads = new WeakMap<File, Upload>();

/** Uploads files for a verification. One that is uploaded already, before a refusal, is not sent again. */
export function uploadFiles(files: readonly File[]): Promise<string[]> {
  return Promise.all(files.map(uploadFile));
}

async function uploadFile(file: File): Promise<string> {
  const upload: Upload = uploads.get(file) ?? { key: newChangeKey() };
  uploads.set(file, upload);
  if (upload.id !== undefined) return upload.id;
  const body = new FormData();
  body.set('file', file);
  const { id } = await changeWith(upload.key, 'uploadFile', { body });
  upload.id = id;
  return id;
}
