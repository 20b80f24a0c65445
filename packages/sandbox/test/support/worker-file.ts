import { inject } from 'vitest';

/** Stands in for `#worker-file` in tests from source. */
export function workerFile(): string {
  const file: string | undefined = inject('sandboxWorker');
  if (file) return file;
  throw new Error('Add this project to `usesSandbox` in vitest.workspace.ts.');
}
