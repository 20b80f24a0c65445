import type { StreamContext } from '../../../http/operation.js';
import { limits } from '../../../limits/limits.js';
import {
  type Change,
  type ChangeReader,
  endOfChanges,
  isShown,
  ofTenants,
  selectChanges,
  shownTo,
} from './change-records.js';
import {
  comparePositions,
  type EndOfChanges,
  positionAfter,
  type StreamPosition,
} from './stream-position.js';

/** A stream, and how far it has read. */
export interface Follower extends ChangeReader {
  after: StreamPosition;
}

type FeedContext = Pick<StreamContext, 'sql' | 'commits'>;

/** Some of the changes for a stream. */
interface Batch {
  readonly changes: readonly Change[];
  /** Whether these are all changes that can be streamed now. */
  readonly isLast: boolean;
}

/** A batch of changes that was read once, for some streams. */
interface Round {
  readonly followers: ReadonlySet<Follower>;
  readonly changes: readonly Change[];
  readonly end: EndOfChanges;
  /** The position up to which the changes for these streams are complete. */
  readonly last: StreamPosition;
}

const { most: BATCH } = limits.changesOfStream;
// A commit of another process may give no signal here.
const ROUND_MS = 5_000;

export type ChangeFeed = ReturnType<typeof changeFeed>;

/** Reads changes while streams are open. Reads a commit once for all streams that have read everything before it. */
export function changeFeed() {
  const followers = new Set<Follower>();
  // A stream that has read less is late, and reads alone.
  let told: StreamPosition = { transaction: 0, seq: 0 };
  let latest:
    | { readonly count: number; readonly at: number; readonly round: Promise<Round> }
    | undefined;

  async function readRound({ sql }: FeedContext): Promise<Round> {
    const end = await endOfChanges(sql);
    const inTime = [...followers].filter(({ after }) => comparePositions(after, told) >= 0);
    const round = { followers: new Set(inTime), end };
    const [from] = inTime.map(({ after }) => after).sort(comparePositions);
    if (!from || from.transaction >= end.transaction) {
      return { ...round, changes: [], last: positionAfter(end) };
    }
    const tenantIds = new Set(inTime.map(({ scope }) => scope.tenantId));
    const changes = await selectChanges(sql, ofTenants([...tenantIds]), from, end, BATCH);
    told = endOfBatch(changes, end);
    return { ...round, changes, last: told };
  }

  function currentRound(context: FeedContext): Promise<Round> {
    const { count } = context.commits;
    const at = performance.now();
    if (latest?.count === count && at - latest.at < ROUND_MS) return latest.round;
    const round = readRound(context);
    latest = { count, at, round };
    round.catch(() => forget(round));
    return round;
  }

  function forget(round: Promise<Round>): void {
    if (latest?.round === round) latest = undefined;
  }

  return {
    /**
     * Adds a stream.
     *
     * @param end The end of the changes when it was opened.
     * @returns a function that removes it.
     */
    follow(follower: Follower, end: EndOfChanges): () => void {
      if (followers.size === 0) told = positionAfter(end);
      followers.add(follower);
      // The latest round may be older than the changes that the stream needs.
      latest = undefined;
      return () => void followers.delete(follower);
    },
    /** Reads the next changes for a stream, and moves its position past them. */
    async next(follower: Follower, context: FeedContext): Promise<Batch> {
      const reading = currentRound(context);
      const round = await reading;
      const { end } = round;
      const from = follower.after;
      if (from.transaction >= end.transaction) return { changes: [], isLast: true };
      if (!round.followers.has(follower)) {
        const changes = await selectChanges(context.sql, shownTo(follower), from, end, BATCH);
        follower.after = endOfBatch(changes, end);
        return { changes, isLast: changes.length < BATCH };
      }
      if (comparePositions(from, round.last) < 0) {
        follower.after = round.last;
        const changes = round.changes.filter(
          (each) => comparePositions(each.change, from) > 0 && isShown(each, follower),
        );
        return { changes, isLast: round.changes.length < BATCH };
      }
      // The round was full, so there may be more.
      forget(reading);
      return { changes: [], isLast: false };
    },
  };
}

/** The position up to which a batch is complete. */
function endOfBatch(changes: readonly Change[], end: EndOfChanges): StreamPosition {
  const last = changes.length < BATCH ? undefined : changes.at(-1)?.change;
  return last ?? positionAfter(end);
}
