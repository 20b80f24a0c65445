import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Loading } from '../../ui/loading.js';

const VerifyForm = lazy(async () => ({
  default: (await import('./verify-form.js')).VerifyForm,
}));

/** The button that verifies a document. */
export function VerifyDocument({ integrationId }: { integrationId?: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        Verify a document
      </Button>
      {isOpen && (
        <Dialog title="Verify a document" onClose={close}>
          <Suspense fallback={<Loading />}>
            <VerifyForm integrationId={integrationId} onClose={close} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
