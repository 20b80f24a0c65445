import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Loaded } from '../../resource/detail.js';
import { FormOf } from '../../resource/form/form-of.js';
import { useOperationForm } from '../../resource/form/use-form.js';
import { whyNot } from '../../resource/why-not.js';
import { DialogButton } from '../../ui/dialog.js';
import type { DocumentConfig } from './verification.js';
import { DocumentFields, documentOf } from './verify-form.js';

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
  const query = useOperation('getDocumentConfig', { path: { slug } });
  return (
    <Loaded query={query}>
      {(config) => <FormOfOne config={config} verification={verification} onClose={onClose} />}
    </Loaded>
  );
}

function FormOfOne({
  config,
  verification: { verificationId, formData },
  onClose,
}: FormProps & { config: DocumentConfig }) {
  const [texts] = useState(() => textsIn(formData));
  const form = useOperationForm('submitDocumentVerification', {
    path: { verificationId },
    initial: { formData: texts },
    sent: (body) => documentOf(body, config),
  });
  return (
    <FormOf form={form} submit="Submit" done="The document is submitted." onCancel={onClose}>
      <DocumentFields config={config} />
    </FormOf>
  );
}

/** Those values of a form that a field can show. */
function textsIn(formData: object): object {
  return Object.fromEntries(
    Object.entries(formData).filter(([, value]) => typeof value === 'string'),
  );
}
