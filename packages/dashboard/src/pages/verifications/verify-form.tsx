import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/call.js';
import { requestBodies } from '../../api/generated/bodies.js';
import type { Input as Sent } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { Properties } from '../../resource/form/properties.js';
import { useFormBody } from '../../resource/form-body.js';
import { Choice } from '../../ui/choice.js';
import { Form } from '../../ui/form.js';
import { Loading } from '../../ui/loading.js';
import { notify } from '../../ui/toast.js';
import { DocumentFields } from './document-fields.js';
import {
  type DocumentConfig,
  type EnteredDocument,
  formDataOf,
  nothingEntered,
} from './entered-document.js';
import { uploadFiles } from './upload-files.js';

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
  const [config, setConfig] = useState(first);
  const [entered, setEntered] = useState<EnteredDocument>(nothingEntered);
  const { schema = {}, defaults } = useFormBody('createDocumentVerification');
  const [rest, setRest] = useState<object>(integrationId === undefined ? {} : { integrationId });
  const verify = useChange(async (key) => {
    const fileIds = await uploadFiles(entered.files);
    const formData = formDataOf(entered, config);
    // The API checks what the fields of its schema hold.
    const body = {
      ...defaults,
      ...rest,
      documentConfigSlug: config.slug,
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
      <Choice
        label="Document"
        required
        value={config.slug}
        options={configs.map(({ slug, name }) => [slug, name])}
        onChange={(slug) => setConfig(configs.find((each) => each.slug === slug) ?? first)}
      />
      {fieldsWithout([...ownFields, ...otherFields])}
      <DocumentFields
        config={config}
        entered={entered}
        onChange={setEntered}
        errorOf={verify.errorOf}
      />
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
