import { Button } from './button.js';
import { Text } from './text.js';
import { notify } from './toast.js';

export function CopyButton({
  text,
  label = 'Copy',
}: {
  text: string | (() => string);
  label?: string;
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      notify('Copied.');
    } catch {
      notify('The browser does not allow copying here. Select the text instead.');
    }
  };
  return (
    <Button look="quiet" onClick={() => void copy()}>
      {label}
    </Button>
  );
}

export function CopyableId({ id, label = 'Copy' }: { id: string; label?: string }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 sm:-my-1.5">
      <Text mono>{id}</Text>
      <CopyButton text={id} label={label} />
    </span>
  );
}
