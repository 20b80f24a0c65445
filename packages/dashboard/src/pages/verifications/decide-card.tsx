import { useState } from 'react';
import { controls, type Decision } from '../../api/controls.js';
import { useChange } from '../../api/use-change.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Input } from '../../ui/input.js';
import { notify } from '../../ui/toast.js';

/** Decides a verification in place of its source. Only the sandbox can. */
export function DecideCard({
  verificationId,
  isAsked,
}: {
  verificationId: string;
  /** Nobody else decides. */
  isAsked: boolean;
}) {
  const [message, setMessage] = useState('');
  const decide = useChange((key, decision: Decision) =>
    controls.decide(key, verificationId, decision),
  );
  const run = (decision: Decision) =>
    decide.mutate(decision, { onSuccess: () => notify('The verification is decided.') });
  const reason = message.trim();
  return (
    <Card title={isAsked ? 'Decide it now' : 'Decide it before that'}>
      <p className="mb-3 text-muted">
        {isAsked
          ? 'The issuing source leaves this one to you.'
          : 'Nobody has to decide: the service continues by itself. You can decide before that, in place of the issuing source.'}{' '}
        The event is the same. This cannot be undone.
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <Button
          look={isAsked ? 'primary' : 'plain'}
          pending={decide.isPending}
          onClick={() => run({ outcome: 'completed' })}
        >
          Complete
        </Button>
        <Button pending={decide.isPending} onClick={() => run({ outcome: 'recorded' })}>
          Record
        </Button>
        <form
          className="flex min-w-0 flex-1 basis-64 flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            run({ outcome: 'failed', ...(reason === '' ? {} : { message: reason }) });
          }}
        >
          <div className="min-w-0 flex-1 basis-40">
            <Input
              label="Error message if it fails (optional)"
              value={message}
              onChange={({ target }) => setMessage(target.value)}
            />
          </div>
          <Button type="submit" look="danger" pending={decide.isPending}>
            Fail
          </Button>
        </form>
      </div>
      {decide.isError && (
        <div className="mt-3">
          <ErrorNote error={decide.error} />
        </div>
      )}
    </Card>
  );
}
