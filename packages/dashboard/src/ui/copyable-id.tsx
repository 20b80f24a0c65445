import { CopyButton } from './copy-button.js';
import { Text } from './text.js';

/** An id among the facts of an object, with a button that copies it. */
export function CopyableId({ id, label = 'Copy' }: { id: string; label?: string }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 sm:-my-1.5">
      <Text mono>{id}</Text>
      <CopyButton text={id} label={label} />
    </span>
  );
}
