import { Button } from './button.js';
import { notify } from './toast.js';

/** Copies text to the clipboard. */
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
