import { lazy, Suspense } from 'react';
import { persistently } from '../../session/persistently.js';
import { DialogButton } from '../../ui/dialog.js';
import { Loading } from '../../ui/page.js';

const VerifyForm = lazy(
  persistently(async () => ({
    default: (await import('./verify-form.js')).VerifyForm,
  })),
);

/** The button that verifies a document. */
export function VerifyDocument({ integrationId }: { integrationId?: string }) {
  return (
    <DialogButton name="createDocumentVerification" label="Verify a document" look="primary">
      {(close) => (
        <Suspense fallback={<Loading />}>
          <VerifyForm integrationId={integrationId} onClose={close} />
        </Suspense>
      )}
    </DialogButton>
  );
}
