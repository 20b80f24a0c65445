import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useParams, useRouterState } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { Answer, Input, ReadId } from '../api/operations.js';
import { ProblemError } from '../api/problem-error.js';
import { useOperation } from '../api/use-operation.js';
import { home, navigation } from '../shell/navigation.js';
import { buttonClass } from '../ui/button.js';
import { ErrorNote } from '../ui/error-note.js';
import { Loading, Page } from '../ui/page.js';

interface ReadProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, children }: ReadProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Loading />;
  return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
}

export function Unread({ query }: { query: { isPending: boolean; error: Error | null } }) {
  return (
    <>
      {query.isPending && <Loading />}
      {query.error && <ErrorNote error={query.error} />}
    </>
  );
}

export function Detail<Data>({ query, children }: ReadProps<Data>) {
  const missing = query.error instanceof ProblemError && query.error.status === 404;
  // After a deletion, the cache still has the earlier answer.
  if (query.data !== undefined && !missing) return children(query.data);
  if (query.isError) {
    return (
      <Page title={missing ? 'Not found' : 'This page could not be loaded'}>
        <ErrorNote
          error={query.error}
          {...(missing ? {} : { onRetry: () => void query.refetch() })}
        />
        <BackLink />
      </Page>
    );
  }
  return (
    <Page busy>
      <Loading />
    </Page>
  );
}

export const byId = (id: string) => ({ path: { id } });

export function detailOf<Id extends ReadId>(
  read: Id,
  input: (id: string) => Input<Id>,
  Shown: ComponentType<{ readonly found: Answer<Id> }>,
) {
  return function DetailPage() {
    const { id = '' } = useParams({ strict: false });
    const query = useOperation(read, input(id));
    return <Detail query={query}>{(found) => <Shown key={id} found={found} />}</Detail>;
  };
}

function BackLink() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const entries = navigation.flatMap((group) => group.entries);
  const { to, title } = entries.find((entry) => path.startsWith(`${entry.to}/`)) ?? home;
  return (
    <p>
      <Link to={to} className={buttonClass()}>
        Back to {title}
      </Link>
    </p>
  );
}
