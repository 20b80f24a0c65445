/** The port of the command. */
export const DEFAULT_PORT = 4010;

/** The settings of a service. Durations in seconds unless the name says otherwise. */
export interface ServiceConfig {
  /** The port of 127.0.0.1 and ::1 to listen on. 0: any free port. */
  readonly port: number;
  /** An IP address to listen on in addition to these. */
  readonly host?: string;
  /**
   * The origin that others use, without a slash at its end, such as https://screening.staging.example. Default: http://127.0.0.1 and
   * the port.
   */
  readonly publicUrl?: string | undefined;
  /**
   * Networks of proxies, in CIDR notation. Their `X-Forwarded-For` counts as the address of the client. Default: none.
   */
  readonly trustProxy?: readonly string[];
  /** The password of the dashboard. One-time links always work too. Default: only they do. */
  readonly password?: string | undefined;
  /** A token for `/metrics`. The control token always works too. Default: only that one does. */
  readonly metricsToken?: string | undefined;
  readonly clock: {
    /** A frozen clock moves by commands only, and nothing runs between them. */
    readonly mode: 'real' | 'frozen';
    /** The virtual time at the start, ISO 8601. Default: the wall clock. */
    readonly at?: string | undefined;
  };
  /** How long a move of the clock keeps starting jobs, in seconds of wall time. Default: until none is left. */
  readonly moveSeconds?: number;
  readonly storage: Storage;
  /**
   * Ids, keys and secrets derive from it: the same seed, clock and calls give the same bytes. Not on PostgreSQL, where they are
   * random. Default `sandbox`, or the one that the data folder was made with.
   */
  readonly rng?: string | undefined;
  /** The content of a new service: `demo` is a world that looks lived in, `none` the catalog and the keys only. Default `none`. */
  readonly seed?: 'demo' | 'none';
  /** A full-access key that the service accepts in addition to those that it has made. For PostgreSQL. */
  readonly apiKey?: string | undefined;
  /** The URL of the demo integration's endpoint. Without it, the integration has no endpoint. */
  readonly forwardTo?: string | undefined;
  /** How long history is kept, in milliseconds of virtual time. Default: forever. */
  readonly retainMs?: number | undefined;
  /** Requests per minute and key. A tenant has ten times as many. */
  readonly rateLimit: number | 'off';
  /** Sends the headers of the specification and no other. */
  readonly strictHeaders: boolean;
  /** Emits the events that the specification marks as coming soon. Default: they cannot be subscribed to. */
  readonly previewEvents?: boolean;
  /** Keeps the bodies of refused requests in the request log, redacted. Default: unless it has a password or is on PostgreSQL. */
  readonly logBodies?: boolean | undefined;
  /** The clock of `t` in `Service-Signature`. */
  readonly signatureClock: 'wall' | 'virtual';
  /**
   * Networks in CIDR notation, and host names, that endpoints may use in addition to loopback and public addresses. With a password,
   * in addition to public addresses with https.
   */
  readonly allowNet: readonly string[];
}

export type Storage =
  | { readonly kind: 'memory' }
  /** For one process at a time. */
  | { readonly kind: 'folder'; readonly path: string }
  /** For any number of processes. With `controls`, one of them runs the jobs, and its clock can be moved. */
  | { readonly kind: 'postgres'; readonly url: string; readonly controls: boolean };

/** Where a service is and how to use it. */
export interface ServiceDescription {
  readonly url: string;
  /** The address on this machine, where `url` is the public one. */
  readonly localUrl?: string;
  readonly keys: ServiceKeys;
  /** The default integration of the account, which has the endpoint of `--forward-to`. */
  readonly integrationId: string;
  readonly endpoints: readonly SandboxEndpoint[];
  readonly controlToken: string;
  /** Signs in to the dashboard, once, within 24 hours of the start. */
  readonly dashboardUrl: string;
}

/**
 * API keys: `full` may call every operation, `candidate` only creates candidates. A key is `undefined` if it is random and was shown
 * at the first start, or if it was revoked.
 */
export interface ServiceKeys {
  readonly full: string | undefined;
  readonly candidate: string | undefined;
}

/** A webhook endpoint of a new sandbox. */
export interface SandboxEndpoint {
  readonly id: string;
  readonly url: string;
  readonly integrationId: string;
  /** Signs its deliveries; the receiver's `secret`. */
  readonly secret: string;
}

/**
 * An operational event. It has ids, states and codes of closed lists only: no name, mail address, URL, body, secret or text
 * that a caller has chosen.
 */
export type ServiceEvent =
  | {
      readonly event: 'started';
      readonly storage: Storage['kind'];
      readonly clock: 'real' | 'frozen';
    }
  | { readonly event: 'stopping'; readonly reason: StopReason }
  | { readonly event: 'stopped'; readonly reason: StopReason }
  /** An attempt of a delivery has ended, and its result is stored. */
  | {
      readonly event: 'delivery';
      readonly deliveryId: string;
      readonly endpointId: string;
      readonly attemptId: string;
      readonly number: number;
      readonly trigger: 'scheduled' | 'manual' | 'test' | 'fault';
      readonly outcome: 'succeeded' | 'failed' | 'interrupted';
      readonly status: string;
      /** `null` if the receiver has not answered. */
      readonly responseStatus: number | null;
      readonly errorCode: string | null;
      readonly durationMs: number | null;
    }
  | {
      readonly event: 'login';
      readonly by: 'link' | 'password';
      readonly outcome: 'signed_in' | 'refused' | 'rate_limited';
    }
  | {
      readonly event: 'control_refused';
      readonly requestId: string;
      readonly method: string;
      /** The path in the table of controls. `null` if no control matches. */
      readonly control: string | null;
      readonly status: number;
      readonly code: string;
    }
  /** A job cannot succeed. `ended`: its object says so. `parked`: it waits until somebody releases it. */
  | {
      readonly event: 'job';
      readonly kind: string;
      /** The id of its object. */
      readonly id: string;
      readonly outcome: 'ended' | 'parked';
      /** An SQLSTATE, or the name of an error. */
      readonly reason: string;
      /** The number of its members that were left as they were. `null` if it has no members, or did none of them. */
      readonly left: number | null;
    }
  /** The service itself has failed, and continues. Error messages are left out: they may quote what a caller has sent. */
  | {
      readonly event: 'failure';
      /** The job that has failed. `null` if the failure was not in a job. */
      readonly job: { readonly kind: string; readonly id: string } | null;
      /** The error, its cause, and so on. */
      readonly errors: readonly { readonly name: string; readonly code: string | null }[];
      /** The functions that were running, the innermost first. */
      readonly at: readonly string[];
    }
  | { readonly event: 'warning'; readonly code: 'service_not_listed' | 'variable_unused' };

/** The cause of a stop. `SIGPIPE` means that nobody can read the output any more. */
export type StopReason = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGPIPE' | 'database_ended';

export type OnEvent = (event: ServiceEvent) => void;
