import type { SqlQuery } from './sql-client.js';

/** Receives the notifications of a channel, and has a connection that no handler can hold. */
export interface Listener {
  /** On a connection of its own where the client allows one. Rejects when that is not connected. */
  readonly query: SqlQuery;
  /** Never rejects. */
  readonly close: () => Promise<void>;
}

/** What to listen to. */
export interface ListenRequest {
  /** Lower-case letters, digits and underscores. */
  readonly channel: string;
  /** Called with the payload of each notification; without one after a reconnection, which may have missed some. */
  readonly onNotify: (payload?: string) => void;
  /** Called when listening fails. It is tried again. */
  readonly onError: (error: unknown) => void;
}
