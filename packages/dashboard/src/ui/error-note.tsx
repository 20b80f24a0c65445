import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { ProblemError } from '../api/problem-error.js';
import { Button } from './button.js';
import { Text } from './text.js';

/** A link that signs in in another tab, so that this one keeps its input. */
export function SignInInNewTab({ className = '' }: { className?: string }) {
  return (
    <a href="/login" target="_blank" rel="noreferrer" className={`underline ${className}`}>
      Sign in in another tab
    </a>
  );
}

/**
 * Why a request was refused, and its request id. In a form, focuses the first invalid field, and does not repeat the errors that
 * are beside the fields. If no field is invalid, the focus stays.
 */
export function ErrorNote({
  error,
  onRetry,
}: {
  error: unknown;
  /** Sends the request again. */
  onRetry?: () => void;
}) {
  const note = useRef<HTMLDivElement>(null);
  const [isMarked, setMarked] = useState(false);
  const faults = error instanceof ProblemError ? error.fields.length : 0;
  useLayoutEffect(() => {
    const form = error ? note.current?.closest('form') : undefined;
    const marked = [...(form?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])];
    marked[0]?.focus();
    setMarked(faults > 0 && marked.length >= faults);
  }, [error, faults]);
  const message = error instanceof Error ? error.message : String(error);
  return (
    <div ref={note} role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      <p>
        <Text>{isMarked ? 'Fix the highlighted fields.' : message}</Text>
      </p>
      {/* Without the space, copied text and screen readers run the two together. */}{' '}
      {error instanceof ProblemError && error.requestId !== undefined && (
        <p className="mt-1 text-xs">
          Request ID: <RequestId id={error.requestId} isLogged={error.isLogged} />
        </p>
      )}
      {error instanceof ProblemError && error.code === 'session_expired' && (
        <p>
          <SignInInNewTab />
        </p>
      )}
      {onRetry && (
        <div className="mt-2">
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  );
}

function RequestId({ id, isLogged }: { id: string; isLogged: boolean }) {
  if (!isLogged) return <span className="font-mono">{id}</span>;
  return (
    <Link to="/requests/$id" params={{ id }} className="font-mono underline">
      {id}
    </Link>
  );
}
