/** The bindings of the Worker, in `c.env` of each request. */
export interface Bindings {
  readonly RESULTS: ResultsQueue;
}

/** The part of a Cloudflare Queue that is used. `send` resolves when the result is stored, and rejects when it is not. */
interface ResultsQueue {
  send(result: VerificationResult): Promise<unknown>;
}

/** The result of a verification, for the consumer of the queue. */
export interface VerificationResult {
  /** The same on every delivery of an event: write it under a unique key. */
  readonly eventId: string;
  readonly externalId: string;
  readonly result: 'confirmed' | 'to_review' | 'not_confirmed';
}

/** The app's Env for Hono. */
export interface AppEnv {
  Bindings: Bindings;
}
