import type { ComponentProps } from 'react';
import { changeWith } from '../api/call.js';
import type { ChangeKey } from '../api/presses.js';
import { useChange } from '../api/use-change.js';
import { Button } from '../ui/button.js';
import { notify } from '../ui/toast.js';
import { type ActionId, actionWords } from '../words/actions.js';
import { useRefusal } from './refusal.js';

type ButtonProps = ComponentProps<typeof Button>;

/** The button of a change without a form. Shows a refusal in a line. */
export function ChangeButton<Result>({
  send,
  onDone = () => {},
  ...button
}: ButtonProps & { send: (key: ChangeKey) => Promise<Result>; onDone?: (answer: Result) => void }) {
  const change = useChange(send);
  const onError = ({ message }: Error) => notify(message);
  return (
    <Button
      {...button}
      pending={change.isPending}
      onClick={() => change.mutate(undefined, { onSuccess: onDone, onError })}
    />
  );
}

export function DirectAction({
  operation,
  on,
  body,
  look,
  refusal,
}: Pick<ButtonProps, 'look'> & {
  operation: ActionId;
  /** The object of the action. Its id is in the path, and its state may forbid the action. */
  on: object;
  body?: object;
  /** Why the button is disabled, if the page can say more than the state of the object. */
  refusal?: string | undefined;
}) {
  const [label, , done] = actionWords[operation];
  const forbidden = useRefusal(operation, on);
  return (
    <ChangeButton
      look={look}
      refusal={refusal ?? forbidden}
      send={(key) => changeWith(key, operation, { path: on, body })}
      onDone={() => notify(done)}
    >
      {label}
    </ChangeButton>
  );
}
