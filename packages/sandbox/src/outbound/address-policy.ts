/** Where deliveries may go besides public addresses and loopback. */
export interface AddressPolicy {
  /** Networks in CIDR notation, single addresses and host names. They open private addresses and nothing else. */
  readonly allowNet: readonly string[];
  /** The ports the service listens on. On this machine they are refused, except for paths under `/sink/`. */
  readonly ownPorts: readonly number[];
}
