/** What the platform gives each request in `c.env`. */
export interface Bindings {
  /** The endpoint's signing secret. Undefined until somebody has set it. */
  readonly SCREENING_SECRET?: string | undefined;
  readonly RESULTS: ResultsQueue;
}

/** What we need of a Cloudflare Queue. It resolves when the result is stored, and rejects when it is not. */
interface ResultsQueue {
  send(result: VerificationResult): Promise<unknown>;
}

/** What became of a document, for the app that waits at the other end of the queue. */
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
