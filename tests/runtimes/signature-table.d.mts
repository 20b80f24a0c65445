/** The bytes as base64, and how often they are repeated. */
interface PackedBody {
  readonly base64: string;
  readonly times: number;
}

export const signatureTable: {
  /** Milliseconds. */
  readonly now: number;
  /** Seconds. */
  readonly timestamp: number;
  /** Deliveries, and what verifySignature gives for each. */
  readonly deliveries: readonly {
    readonly name: string;
    readonly header: string;
    readonly body: PackedBody;
    readonly secret: string | readonly string[];
    readonly tolerance?: number;
    readonly expected: object;
  }[];
  /** The exact headers that signBody must return. */
  readonly signings: readonly {
    readonly name: string;
    readonly body: PackedBody;
    readonly secret: string | readonly string[];
    readonly header: string;
  }[];
};
