/** The bytes as base64, and how often they are repeated. */
interface PackedBody {
  readonly base64: string;
  readonly times: number;
}

interface Row {
  readonly name: string;
  readonly header: string;
}

interface Signed extends Row {
  readonly body: PackedBody;
  readonly secret: string | readonly string[];
}

export const signatureTable: {
  /** Milliseconds. */
  readonly now: number;
  /** Seconds. */
  readonly timestamp: number;
  readonly readable: readonly (Row & {
    readonly signatures: readonly string[];
    readonly timestampText: string;
  })[];
  readonly unreadable: readonly {
    readonly name: string;
    readonly header: string | null;
    readonly code: string;
  }[];
  /** Deliveries, and what verifySignature gives for each. */
  readonly deliveries: readonly (Signed & {
    readonly tolerance?: number;
    readonly expected: object;
  })[];
  /** The exact headers that signBody must return. */
  readonly signings: readonly Signed[];
};
