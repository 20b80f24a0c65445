import { Suspense } from 'react';
import { lazyPart } from '../../session/persistently.js';
import { DialogButton } from '../../ui/dialog.js';
import { Loading } from '../../ui/page.js';

const VerifyForm = lazyPart(() => import('./verify-form.js'), 'VerifyForm');

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
