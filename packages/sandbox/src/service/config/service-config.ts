/** The settings of a service. Durations in seconds unless the name says otherwise. */
export interface ServiceConfig {
  /** The port of 127.0.0.1 and ::1 to listen on. 0: any free port. */
  readonly port: number;
  /** An IP address to listen on besides these. */
  readonly host?: string;
  /** The origin that others use, such as https://screening.staging.example. Default: http://127.0.0.1 and the port. */
  readonly publicUrl?: string;
  /**
   * Networks of proxies, in CIDR notation. What they say in `X-Forwarded-For` counts as the address of the client. Default: none.
   */
  readonly trustProxy?: readonly string[];
  /** Signs in to the dashboard, besides one-time links. Default: only they do. */
  readonly password?: string;
  /** Reads `/metrics`, besides the control token. Default: only that one does. */
  readonly metricsToken?: string;
  readonly clock: {
    /** A frozen clock moves by commands only, and nothing runs between them. */
    readonly mode: 'real' | 'frozen';
    /** The virtual time at the start, ISO 8601. Default: the wall clock. */
    readonly at?: string;
  };
  /** How long a move of the clock begins further jobs, in seconds of wall time. Default: as long as there are any. */
  readonly moveSeconds?: number;
  readonly storage: Storage;
  /**
   * Ids, keys and secrets derive from it: the same seed, clock and calls give the same bytes. Not on PostgreSQL, where they are
   * random. Default `sandbox`, or the one that the data folder was made with.
   */
  readonly rng?: string;
  /** The content of a new service: `demo` is a world that looks lived in, `none` the catalog and the keys only. Default `none`. */
  readonly seed?: 'demo' | 'none';
  /** A full-access key that the service accepts besides those that it has made. For PostgreSQL. */
  readonly apiKey?: string;
  /** The URL of the demo integration's endpoint. Without it, the integration has no endpoint. */
  readonly forwardTo?: string;
  /** How long history is kept, in milliseconds of virtual time. Default: for good. */
  readonly retainMs?: number;
  /** Requests per minute and key. */
  readonly rateLimit: number | 'off';
  /** Sends the headers of the specification and no other. */
  readonly strictHeaders: boolean;
  /** Emits the events that the specification marks as coming soon. Default: they cannot be subscribed to. */
  readonly previewEvents?: boolean;
  /** The clock of `t` in `Service-Signature`. */
  readonly signatureClock: 'wall' | 'virtual';
  /**
   * Networks in CIDR notation, and host names, that endpoints may be on besides loopback and public addresses. With a password,
   * besides public addresses with https.
   */
  readonly allowNet: readonly string[];
}

export type Storage =
  | { readonly kind: 'memory' }
  /** For one process at a time. */
  | { readonly kind: 'folder'; readonly path: string }
  /** For any number of processes. With `controls`, one of them runs the jobs, and its clock can be moved. */
  | { readonly kind: 'postgres'; readonly url: string; readonly controls: boolean };
