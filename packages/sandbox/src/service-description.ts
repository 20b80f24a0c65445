/** Where a service is and how to use it. */
export interface ServiceDescription {
  readonly url: string;
  readonly keys: { readonly full: string; readonly candidate: string };
  /** The demo integration. */
  readonly integrationId: string;
  readonly endpoints: readonly SandboxEndpoint[];
  readonly controlToken: string;
}

/** A webhook endpoint of a new sandbox. */
export interface SandboxEndpoint {
  readonly id: string;
  readonly url: string;
  readonly integrationId: string;
  /** Signs its deliveries; the receiver's `secret`. */
  readonly secret: string;
}
