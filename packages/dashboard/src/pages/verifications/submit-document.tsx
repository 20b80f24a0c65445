import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Action } from '../../resource/action.js';
import { whyNot } from '../../resource/why-not.js';
import { DocumentFields, documentOf } from './verify-form.js';

/** The button that submits what a verification still needs: the fields of its document, and files. */
export function SubmitDocument({
  verification,
}: {
  verification: Answer<'getDocumentVerification'>;
}) {
  const { verificationId, documentConfigSlug: slug, formData } = verification;
  const enabled = whyNot('submitDocumentVerification', verification) === undefined;
  const { data: config, error } = useOperation(
    'getDocumentConfig',
    { path: { slug } },
    { enabled },
  );
  return (
    <Action
      operation="submitDocumentVerification"
      look="primary"
      path={{ verificationId }}
      on={verification}
      refusal={
        config ? undefined : (error?.message ?? 'The fields of the document are on their way.')
      }
      initial={{ formData: textsIn(formData) }}
      sent={(body) => documentOf(body, config)}
      fields={config && <DocumentFields config={config} />}
    />
  );
}

/** Those values of a form that a field can show. */
function textsIn(formData: object): object {
  return Object.fromEntries(
    Object.entries(formData).filter(([, value]) => typeof value === 'string'),
  );
}
