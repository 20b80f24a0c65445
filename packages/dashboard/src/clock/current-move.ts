import { useSyncExternalStore } from 'react';
import type { MoveOnItsWay } from './move-until.js';

interface CurrentMove extends MoveOnItsWay {
  readonly isStopped: boolean;
}

let current: CurrentMove | undefined;
const listeners = new Set<() => void>();

function set(move: CurrentMove | undefined): void {
  current = move;
  for (const listener of listeners) listener();
}

export const currentMove = {
  begin: (move: MoveOnItsWay) => set({ ...move, isStopped: false }),
  end: () => set(undefined),
  stop: () => set(current && { ...current, isStopped: true }),
  read: () => current,
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCurrentMove(): CurrentMove | undefined {
  return useSyncExternalStore(subscribe, currentMove.read, currentMove.read);
}
