import { useEffect, useRef } from 'react';
import { ProblemError } from '../api/problem-error.js';
import { Button } from './button.js';
import { Text } from './text.js';

/**
 * Why a request was refused: the sentence of the problem document, and the id to look it up by. In a form, the focus goes to the
 * first field that is wrong. Without one, it stays where it is.
 */
export function ErrorNote({
  error,
  onRetry,
}: {
  error: unknown;
  /** Sends the request once more. */
  onRetry?: () => void;
}) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = error ? note.current?.closest('form') : undefined;
    form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  const message = error instanceof Error ? error.message : String(error);
  return (
    <div ref={note} role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      <Text>{message}</Text>
      {error instanceof ProblemError && error.requestId !== undefined && (
        <span className="ml-2 font-mono text-xs">{error.requestId}</span>
      )}
      {onRetry && (
        <div className="mt-2">
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  );
}
