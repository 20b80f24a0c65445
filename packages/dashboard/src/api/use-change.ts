import { type MutateOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUnsaved } from '../ui/unsaved.js';
import { refreshAll } from './list-feed.js';
import { type ChangeKey, Presses } from './presses.js';
import { ProblemError } from './problem-error.js';

/**
 * Runs a change, and then reloads the data of the page. A press while another is in progress does nothing, and a press after a
 * lost answer repeats the request with the same key: the change is made once.
 */
export function useChange<Input, Result>(
  change: (key: ChangeKey, input: Input) => Promise<Result>,
) {
  const [presses] = useState(() => new Presses());
  const unsaved = useUnsaved();
  const mutation = useMutation({
    mutationFn: (input: Input) => presses.run((key) => change(key, input)),
    onSuccess() {
      unsaved.release();
      // After the caller's callback, which would not run if the new data removed the caller from the page.
      setTimeout(() => void refreshAll());
    },
  });
  // Not earlier: a form that closes after the answer must be gone before a press counts again.
  useEffect(() => {
    if (!mutation.isPending) presses.release();
  });
  const problems = mutation.error instanceof ProblemError ? mutation.error.fields : [];
  return {
    ...mutation,
    problems,
    mutate(input: Input, options: MutateOptions<Result, Error, Input> = {}) {
      if (presses.take()) mutation.mutate(input, options);
    },
    /** Marks the input as unsaved until the change is made, or until {@link reset}. */
    touch: unsaved.hold,
    reset() {
      unsaved.release();
      presses.forget();
      mutation.reset();
    },
  };
}
