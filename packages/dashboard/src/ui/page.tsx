import { useMatch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Text } from './text.js';

export function Page({
  title: ownTitle,
  tab,
  lead,
  actions,
  busy = false,
  children,
}: {
  /** Default: the title of its route. */
  title?: string;
  /** The title of the browser tab, if other pages have the same title. */
  tab?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  busy?: boolean;
  children: ReactNode;
}) {
  const ofAddress = useTitle();
  const title = ownTitle ?? ofAddress;
  // A role and a package may have the same name.
  const kind = ofAddress !== '' && ofAddress !== title ? ` · ${ofAddress}` : '';
  useEffect(() => {
    document.title = `${tab ?? title + kind} · Screening sandbox`;
  }, [tab, title, kind]);
  return (
    <div
      aria-busy={busy || undefined}
      className="mx-auto flex w-full max-w-7xl min-w-0 flex-col gap-4 p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-[min(14rem,100%)] flex-1">
          <h1 className="line-clamp-3 text-xl font-semibold">
            <Text>{title}</Text>
          </h1>
          {lead && <div className="mt-1 text-muted">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

export const useTitle = (): string =>
  useMatch({ strict: false, select: ({ staticData }) => staticData.title ?? '' });

const PATIENCE_MS = 300;

/** A loading note, shown once loading takes long enough to be noticed. The prerendered HTML shows it at once. */
export function Loading() {
  const [late, setLate] = useState(import.meta.env.SSR);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="min-h-10 p-4 text-muted">
      {late ? 'Loading …' : ''}
    </p>
  );
}
