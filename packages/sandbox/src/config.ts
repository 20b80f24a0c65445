/** What a service runs with. Durations in seconds unless the name says otherwise. */
export interface ServiceConfig {
  /** The port of 127.0.0.1 and ::1 to listen on. 0: any free port. */
  readonly port: number;
  readonly clock: {
    /** A frozen clock moves by commands only, and nothing runs between them. */
    readonly mode: 'real' | 'frozen';
    /** The virtual time at the start, ISO 8601. Default: the wall clock. */
    readonly at?: string;
  };
  /** Ids, keys and secrets derive from it: the same seed, clock and calls give the same bytes. */
  readonly rng: string;
  /** The URL of the demo integration's endpoint. Without it, the integration has no endpoint. */
  readonly forwardTo?: string;
  /** Requests per minute and key. */
  readonly rateLimit: number | 'off';
  /** Sends the headers of the specification and no other. */
  readonly strictHeaders: boolean;
  /** The clock of `t` in `Service-Signature`. */
  readonly signatureClock: 'wall' | 'virtual';
  /** Networks in CIDR notation, and host names, that endpoints may be on besides loopback and public addresses. */
  readonly allowNet: readonly string[];
}
