import { changeWith, type LooseInput } from '../api/call.js';
import { type Answer, type ChangeId, operationRow } from '../api/operations.js';
import { useChange } from '../api/use-change.js';
import { Button, type Look } from '../ui/button.js';
import { notify } from '../ui/toast.js';
import { whyNot } from './action.js';

/** The button of an operation that can be undone or repeated: it runs at once. */
export function DirectAction<Id extends ChangeId>({
  operation,
  label,
  input,
  on,
  look,
  done,
  onDone,
}: {
  operation: Id;
  label: string;
  input?: LooseInput;
  on?: object;
  look?: Look;
  done?: string;
  onDone?: (answer: Answer<Id>) => void;
}) {
  const change = useChange((key) => changeWith(key, operation, input));
  const refusal = on && whyNot(operation, on);
  return (
    <Button
      look={look ?? 'plain'}
      disabled={refusal !== undefined}
      title={refusal}
      pending={change.isPending}
      onClick={() =>
        change.mutate(undefined, {
          onSuccess: (answer) => {
            notify(done ?? `Done: ${operationRow(operation).summary}.`);
            onDone?.(answer);
          },
          onError: ({ message }) => notify(message),
        })
      }
    >
      {label}
    </Button>
  );
}
