import { useState } from 'react';
import { call } from '../../api/call.js';
import type { Answer } from '../../api/operations.js';
import { ProblemError } from '../../api/problem-error.js';
import { useChange, useOperation } from '../../api/use-operation.js';
import { whyNot } from '../../resource/action.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { notify } from '../../ui/toast.js';
import { DocumentFields } from './document-fields.js';
import type { DocumentConfig } from './document-name.js';
import { type EnteredDocument, formDataOf } from './entered-document.js';
import { FormEnd } from './form-end.js';
import { uploadFiles } from './upload-files.js';

type Verification = Answer<'getDocumentVerification'>;

/** The button that submits what a verification still needs: the fields of its document, and files. */
export function SubmitDocument({ verification }: { verification: Verification }) {
  const [isOpen, setOpen] = useState(false);
  const refusal = whyNot('submitDocumentVerification', verification);
  const slug = verification.documentConfigSlug;
  const config = useOperation('getDocumentConfig', { path: { slug } }, { enabled: isOpen });
  const close = () => setOpen(false);
  return (
    <>
      <Button
        look="primary"
        disabled={refusal !== undefined}
        title={refusal}
        onClick={() => setOpen(true)}
      >
        Submit
      </Button>
      {isOpen && (
        <Dialog title="Submit the document" onClose={close}>
          {config.error && <ErrorNote error={config.error} />}
          {config.data ? (
            <Form config={config.data} verification={verification} onClose={close} />
          ) : (
            <Loading />
          )}
        </Dialog>
      )}
    </>
  );
}

function Form({
  config,
  verification,
  onClose,
}: {
  config: DocumentConfig;
  verification: Verification;
  onClose: () => void;
}) {
  const [entered, setEntered] = useState<EnteredDocument>(() => ({
    fields: textsOf(verification.formData),
    files: [],
  }));
  const { verificationId } = verification;
  const submit = useChange(async () => {
    const fileIds = await uploadFiles(entered.files);
    const body = { formData: formDataOf(entered, config), fileIds };
    return call('submitDocumentVerification', { path: { verificationId }, body });
  });
  const problems = submit.error instanceof ProblemError ? submit.error.fields : [];
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit.mutate(undefined, {
          onSuccess: () => {
            onClose();
            notify('The document is submitted.');
          },
        });
      }}
    >
      <DocumentFields config={config} entered={entered} onChange={setEntered} problems={problems} />
      <FormEnd submit="Submit" change={submit} onClose={onClose} />
    </form>
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
