import type { DueKind, DueWork } from '@screening-webhooks/sandbox';
import { dueWords } from '../words/due.js';

/** A sentence about the first work of a move of the clock. @param target Virtual time in milliseconds. */
export function dueUntil({ data, total, complete }: DueWork, target: number): string {
  const until = data.filter(({ at }) => Date.parse(at) <= target);
  if (until.length === 0) return 'Nothing is due until then.';
  const byKind: { [Kind in DueKind]?: number } = {};
  for (const { kind } of until) byKind[kind] = (byKind[kind] ?? 0) + 1;
  const isCut = until.length === data.length && (total > data.length || !complete);
  return `Due until then: ${isCut ? 'at least ' : ''}${dueWords(byKind)}.`;
}
