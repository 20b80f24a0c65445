import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { whyNot } from '../../resource/action.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { DisputeForm } from './dispute-form.js';

/** Files a dispute for the candidate. */
export function Dispute({
  action,
  checks,
}: {
  action: Answer<'getAdverseAction'>;
  checks: Answer<'getReport'>['checks'];
}) {
  const [isOpen, setOpen] = useState(false);
  const refusal = whyNot('disputeAdverseAction', action);
  return (
    <>
      <Button disabled={refusal !== undefined} title={refusal} onClick={() => setOpen(true)}>
        Dispute
      </Button>
      {isOpen && (
        <Dialog title="File a dispute for the candidate" onClose={() => setOpen(false)}>
          <DisputeForm action={action} checks={checks} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
