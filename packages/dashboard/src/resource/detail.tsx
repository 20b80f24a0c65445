import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemError } from '../api/problem-error.js';
import { ErrorNote } from '../ui/error-note.js';
import { Loading } from '../ui/loading.js';
import { Page } from '../ui/page.js';

/** The page of an object: what shows it, once it is read. */
export function Detail<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    const missing = query.error instanceof ProblemError && query.error.status === 404;
    return (
      <Page title={missing ? 'Not found' : 'This page could not be loaded'}>
        <ErrorNote
          error={query.error}
          {...(missing ? {} : { onRetry: () => void query.refetch() })}
        />
      </Page>
    );
  }
  return <Loading />;
}
