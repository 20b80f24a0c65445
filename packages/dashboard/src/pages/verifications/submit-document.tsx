import { useState } from 'react';
import { change } from '../../api/call.js';
import type { Answer } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { useOperation } from '../../api/use-operation.js';
import { whyNot } from '../../resource/why-not.js';
import { DialogButton } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Form } from '../../ui/form.js';
import { Loading } from '../../ui/page.js';
import { notify } from '../../ui/toast.js';
import { type DocumentConfig, type EnteredDocument, formDataOf } from './verification.js';
import { DocumentFields, uploadFiles } from './verify-form.js';

type Verification = Answer<'getDocumentVerification'>;

interface FormProps {
  readonly verification: Verification;
  readonly onClose: () => void;
}

/** The button that submits what a verification still needs: the fields of its document, and files. */
export function SubmitDocument({ verification }: { verification: Verification }) {
  const refusal = whyNot('submitDocumentVerification', verification);
  return (
    <DialogButton label="Submit" title="Submit the document" look="primary" refusal={refusal}>
      {(close) => <SubmitForm verification={verification} onClose={close} />}
    </DialogButton>
  );
}

function SubmitForm({ verification, onClose }: FormProps) {
  const slug = verification.documentConfigSlug;
  const { data: config, error } = useOperation('getDocumentConfig', { path: { slug } });
  return (
    <>
      {error && <ErrorNote error={error} />}
      {config ? (
        <Fields config={config} verification={verification} onClose={onClose} />
      ) : (
        <Loading />
      )}
    </>
  );
}

function Fields({ config, verification, onClose }: FormProps & { config: DocumentConfig }) {
  const [entered, setEntered] = useState<EnteredDocument>(() => ({
    fields: textsOf(verification.formData),
    files: [],
  }));
  const { verificationId } = verification;
  const submit = useChange(async (key) => {
    const fileIds = await uploadFiles(entered.files);
    const body = { formData: formDataOf(entered, config), fileIds };
    return change(key, 'submitDocumentVerification', { path: { verificationId }, body });
  });
  return (
    <Form
      submit="Submit"
      change={submit}
      onSubmit={() =>
        submit.mutate(undefined, {
          onSuccess: () => {
            onClose();
            notify('The document is submitted.');
          },
        })
      }
      onCancel={onClose}
    >
      <DocumentFields
        config={config}
        entered={entered}
        onChange={setEntered}
        errorOf={submit.errorOf}
      />
    </Form>
  );
}

/** Those values of a form that a field can show. */
function textsOf(formData: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(formData)) {
    if (typeof value === 'string') texts[key] = value;
  }
  return texts;
}
