import { useSyncExternalStore } from 'react';
import { Text } from './text.js';

const SHOWN_MS = 5000;
/** Display time for each character of a longer text. */
const READ_MS = 60;

let message = '';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(text: string): void {
  message = text;
  for (const listener of listeners) listener();
}

/** Shows a message in a line at the edge of the page. Screen readers announce it. */
export function notify(text: string): void {
  clearTimeout(timer);
  show(text);
  timer = setTimeout(() => show(''), Math.max(SHOWN_MS, text.length * READ_MS));
}

const read = () => message;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The output of {@link notify}. The page has one. */
export function Toasts() {
  const text = useSyncExternalStore(subscribe, read, read);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-20 flex justify-center px-4"
    >
      {text !== '' && (
        <p className="max-w-prose rounded-md bg-text px-3 py-2 text-panel shadow-lg">
          <Text>{text}</Text>
        </p>
      )}
    </div>
  );
}
