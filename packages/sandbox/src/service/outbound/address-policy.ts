/** Where deliveries may go besides public addresses and loopback. */
export interface AddressPolicy {
  /** Networks in CIDR notation, single addresses and host names. They open private addresses and nothing else. */
  readonly allowNet: readonly string[];
  /** The ports the service listens on. On this machine they are refused, except for paths under `/sink/`. */
  readonly ownPorts: readonly number[];
  /** Where others reach the service. Refused wherever it resolves to, because a proxy leads back; `/sink/` is not. */
  readonly publicUrl?: string | undefined;
}
