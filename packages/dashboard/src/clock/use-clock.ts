import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ClockState, controls } from '../api/controls.js';
import { refreshAll } from '../api/list-feed.js';
import { currentMove, useCurrentMove } from './current-move.js';

/** The clock, and the offset of virtual time from this computer's time when it was read. */
interface ReadClock extends ClockState {
  readonly offsetMs: number;
}

/** Polls, because somebody else may move, freeze or start the clock. */
const READ_EVERY_MS = 3000;
const READ_WHILE_MOVING_MS = 1000;

const clockQuery = queryOptions({
  queryKey: ['clock'],
  async queryFn({ client }): Promise<ReadClock> {
    const state = await controls.clock();
    const known = client.getQueryData<ReadClock>(['clock']);
    // Somebody else, such as the command, has moved the clock. No stream reports everything that changes with it. Reloads
    // everything, the clock too, once this answer is stored.
    const isMoved = known?.mode === 'frozen' && (known.now !== state.now || known.moving);
    if (isMoved && !state.moving) setTimeout(() => void refreshAll());
    return { ...state, offsetMs: Date.parse(state.now) - Date.now() };
  },
  refetchInterval: ({ state: { data } }) =>
    currentMove.read() || data?.moving ? READ_WHILE_MOVING_MS : READ_EVERY_MS,
  // The rows of a long table come and go, and each shows the time until an event.
  staleTime: 30_000,
});

/** The clock. `undefined` until loaded. */
export function useClock(): ReadClock | undefined {
  return useQuery(clockQuery).data;
}

export function keepMoved(client: QueryClient, now: string): void {
  client.setQueryData(clockQuery.queryKey, (known) => known && { ...known, now, moving: false });
}

/** Whether nothing runs until somebody moves the clock. During a move, the service shows a real clock as frozen. */
export function useFrozen(): boolean {
  const clock = useClock();
  const move = useCurrentMove();
  return clock?.mode === 'frozen' && !clock.moving && move === undefined;
}

const TICK_MS = 1000;

/** Virtual time in milliseconds. @param ticks Whether to update it each second while the clock runs. */
export function useNow(ticks = true): number {
  const clock = useClock();
  const [, tick] = useState(0);
  const runs = ticks && clock?.mode === 'real';
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [runs]);
  return nowOf(clock);
}

/** The current virtual time in milliseconds. */
export function nowOf(clock: ReadClock | undefined): number {
  if (!clock) return Date.now();
  return clock.mode === 'real' ? Date.now() + clock.offsetMs : Date.parse(clock.now);
}
