import { changeWith, type LooseInput } from '../api/call.js';
import type { Answer } from '../api/operations.js';
import { useChange } from '../api/use-change.js';
import { Button, type Look } from '../ui/button.js';
import { notify } from '../ui/toast.js';
import { type ActionId, actionWords } from '../words/actions.js';
import { useWhyNot } from './why-not.js';

/** The button of an operation that can be undone or repeated: it runs at once. */
export function DirectAction<Id extends ActionId>({
  operation,
  input,
  on,
  look,
  onDone,
}: {
  operation: Id;
  input?: LooseInput;
  on?: object;
  look?: Look;
  onDone?: (answer: Answer<Id>) => void;
}) {
  const [label, , done] = actionWords[operation];
  const change = useChange((key) => changeWith(key, operation, input));
  return (
    <Button
      look={look ?? 'plain'}
      refusal={useWhyNot(operation, on)}
      pending={change.isPending}
      onClick={() =>
        change.mutate(undefined, {
          onSuccess: (answer) => {
            notify(done);
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
