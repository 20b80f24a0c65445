import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { requestBodies } from '../../api/generated/bodies.js';
import { useList } from '../../api/list-feed.js';
import type { Input as Sent } from '../../api/operations.js';
import { ProblemError } from '../../api/problem-error.js';
import { useChange } from '../../api/use-operation.js';
import { Properties } from '../../resource/form/properties.js';
import { Choice } from '../../ui/choice.js';
import { Loading } from '../../ui/loading.js';
import { notify } from '../../ui/toast.js';
import { DocumentFields } from './document-fields.js';
import { type DocumentConfig, useDocumentConfigs } from './document-name.js';
import { type EnteredDocument, formDataOf, nothingEntered } from './entered-document.js';
import { FormEnd } from './form-end.js';
import { uploadFiles } from './upload-files.js';

type Body = NonNullable<Sent<'createDocumentVerification'>['body']>;

const schema = requestBodies.createDocumentVerification;
const ownFields = ['documentConfigSlug', 'formData', 'fileIds'];
const firstFields = ['state', 'integrationId'];
const otherFields = Object.keys(schema.properties ?? {}).filter(
  (name) => !ownFields.includes(name) && !firstFields.includes(name),
);

/**
 * The form of a new verification. It is not the one that the request body gives: the fields of a document are those of its
 * configuration, and its files are uploaded first.
 */
export function VerifyForm({
  integrationId,
  onClose,
}: {
  integrationId: string | undefined;
  onClose: () => void;
}) {
  const configs = useDocumentConfigs();
  const integrations = useList('listIntegrations', { status: 'active' });
  const firstActive = integrations.rows[0]?.id;
  const [first] = configs;
  if (!first || integrations.isPending) return <Loading />;
  return (
    <Form
      configs={configs}
      first={first}
      integrationId={integrationId ?? firstActive}
      onClose={onClose}
    />
  );
}

function Form({
  configs,
  first,
  integrationId,
  onClose,
}: {
  configs: readonly DocumentConfig[];
  first: DocumentConfig;
  integrationId: string | undefined;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [config, setConfig] = useState(first);
  const [entered, setEntered] = useState<EnteredDocument>(nothingEntered);
  const [rest, setRest] = useState<object>({ integrationId });
  const verify = useChange(async () => {
    const fileIds = await uploadFiles(entered.files);
    const formData = formDataOf(entered, config);
    // The API checks what the fields of its schema hold.
    const body = { ...rest, documentConfigSlug: config.slug, formData, fileIds } as Body;
    return call('createDocumentVerification', { body });
  });
  const problems = verify.error instanceof ProblemError ? verify.error.fields : [];
  const fieldsWithout = (hidden: readonly string[]) => (
    <Properties
      schema={schema}
      path=""
      value={rest}
      onChange={(next) => setRest({ ...(typeof next === 'object' ? next : {}) })}
      problems={problems}
      hidden={hidden}
    />
  );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        verify.mutate(undefined, {
          onSuccess: ({ verificationId }) => {
            onClose();
            notify('The verification is created.');
            void navigate({ to: '/verifications/$id', params: { id: verificationId } });
          },
        });
      }}
    >
      <Choice
        label="Document"
        required
        value={config.slug}
        options={configs.map(({ slug, name }) => [slug, name])}
        onChange={(slug) => setConfig(configs.find((each) => each.slug === slug) ?? first)}
      />
      {fieldsWithout([...ownFields, ...otherFields])}
      <DocumentFields config={config} entered={entered} onChange={setEntered} problems={problems} />
      <p className="text-muted">Without what is needed to submit, the verification waits for it.</p>
      <details>
        <summary className="text-muted">More fields</summary>
        <div className="mt-3 flex flex-col gap-4">
          {fieldsWithout([...ownFields, ...firstFields])}
        </div>
      </details>
      <FormEnd submit="Verify" change={verify} onClose={onClose} />
    </form>
  );
}
