import { changeWith } from '../../api/call.js';
import type { ChangeKey } from '../../api/presses.js';
import { ChangeButton } from '../../resource/direct-action.js';
import { Form } from '../../resource/form/form.js';
import { Card } from '../../ui/card.js';
import { notify } from '../../ui/toast.js';

const done = 'Verification decided.';

/** Decides a verification in place of its source. Only in the sandbox. */
export function DecideCard({
  verificationId: id,
  isAsked,
}: {
  verificationId: string;
  /** Whether the verification waits for this decision. */
  isAsked: boolean;
}) {
  const button = (outcome: string) => ({
    send: (key: ChangeKey) => changeWith(key, 'decide', { path: { id }, body: { outcome } }),
    onDone: () => notify(done),
  });
  return (
    <Card title={isAsked ? 'Decide the outcome' : 'Decide the outcome now'}>
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          {isAsked
            ? 'The issuing source leaves this decision to you.'
            : 'No decision is needed: the service continues by itself. You can decide now, in place of the issuing source.'}{' '}
          Your receiver gets the same event. You cannot undo this.
        </p>
        <div className="flex flex-wrap gap-2">
          <ChangeButton look={isAsked ? 'primary' : 'plain'} {...button('completed')}>
            Complete
          </ChangeButton>
          <ChangeButton {...button('recorded')}>Record</ChangeButton>
        </div>
        <Form
          operation="decide"
          path={{ id }}
          initial={{ outcome: 'failed' }}
          hidden={['outcome']}
          submit="Fail"
          look="danger"
          done={done}
        />
      </div>
    </Card>
  );
}
