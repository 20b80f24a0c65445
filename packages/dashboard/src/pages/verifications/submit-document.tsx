import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Action } from '../../resource/action.js';
import { refusalFor } from '../../resource/refusal.js';
import { DocumentFields, documentOf } from './verify-form.js';

export function SubmitDocument({
  verification,
}: {
  verification: Answer<'getDocumentVerification'>;
}) {
  const { documentConfigSlug: slug, formData } = verification;
  const enabled = refusalFor('submitDocumentVerification', verification) === undefined;
  const { data: config, error } = useOperation(
    'getDocumentConfig',
    { path: { slug } },
    { enabled },
  );
  return (
    <Action
      operation="submitDocumentVerification"
      look="primary"
      on={verification}
      refusal={config ? undefined : (error?.message ?? 'Loading the fields of the document …')}
      initial={{ formData: textsIn(formData) }}
      sent={(body) => documentOf(body, config)}
      fields={config && <DocumentFields config={config} />}
    />
  );
}

function textsIn(formData: object): object {
  return Object.fromEntries(
    Object.entries(formData).filter(([, value]) => typeof value === 'string'),
  );
}
