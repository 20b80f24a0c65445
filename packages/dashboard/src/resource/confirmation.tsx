import { Input } from '../ui/input.js';
import { Text } from '../ui/text.js';
import { typeable } from './typeable.js';

/** The field of what must be typed before something that cannot be undone. */
export function Confirmation({
  asked,
  typed,
  onType,
}: {
  asked: string;
  typed: string;
  onType: (typed: string) => void;
}) {
  return (
    <Input
      label={
        <>
          This cannot be undone. Type <Text>{asked}</Text> to confirm.
        </>
      }
      value={typed}
      autoComplete="off"
      onChange={({ target }) => onType(target.value)}
    />
  );
}

/** Whether what was typed is what was asked for. */
export function isConfirmed(asked: string, typed: string): boolean {
  return typeable(typed) === asked;
}
