import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { whyNot } from '../../resource/action.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { AdjudicateForm } from './adjudicate-form.js';

/** Decides about the candidate of a report. */
export function Adjudicate({ report }: { report: Answer<'getReport'> }) {
  const [isOpen, setOpen] = useState(false);
  const refusal = whyNot('adjudicateReport', report);
  return (
    <>
      <Button
        look="primary"
        disabled={refusal !== undefined}
        title={refusal}
        onClick={() => setOpen(true)}
      >
        Adjudicate
      </Button>
      {isOpen && (
        <Dialog title="Adjudicate the report" onClose={() => setOpen(false)}>
          <AdjudicateForm report={report} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
