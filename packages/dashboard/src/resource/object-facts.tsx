import type { ReactNode } from 'react';
import { idOf } from '../api/list-pages.js';
import { Time } from '../clock/time.js';
import { FactsCard } from '../ui/card.js';
import { ObjectId } from './references.js';

export function ObjectFacts({
  of,
  rows,
  ...card
}: {
  of: { readonly id?: string; readonly createdAt?: string; readonly updatedAt?: string };
  title?: string;
  actions?: ReactNode;
  rows: Readonly<Record<string, ReactNode>>;
}) {
  const { createdAt, updatedAt } = of;
  return (
    <FactsCard
      {...card}
      rows={{
        ID: <ObjectId id={idOf(of)} />,
        ...rows,
        ...(createdAt && { Created: <Time value={createdAt} /> }),
        ...(updatedAt && { Updated: <Time value={updatedAt} /> }),
      }}
    />
  );
}
