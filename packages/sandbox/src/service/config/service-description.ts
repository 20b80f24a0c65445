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
 * API keys: `full` may call every operation, `candidate` only creates candidates. Undefined: it is random, and was shown at the
 * first start; or it was revoked.
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
