interface SentEvent {
  readonly id: string;
  readonly data: { readonly verificationId: string };
}

interface DeliveryReport {
  readonly event: SentEvent;
  /** The outcome of the 2xx, or undefined. */
  readonly acked: string | undefined;
  readonly sentAt: number;
  readonly ackedAt: number;
  readonly attempts: readonly { readonly status?: number }[];
}

export function checkInvariants(
  scenario: { readonly workers: number; readonly ordered?: boolean },
  observed: {
    readonly reports: readonly DeliveryReport[];
    readonly replayed: { readonly replays: number };
    readonly acked: ReadonlySet<string>;
    readonly runs: readonly string[];
    readonly stuck: readonly string[];
    readonly redelivered: ReadonlyMap<string, string>;
    readonly died: readonly string[];
    readonly faults: Readonly<Record<'receiver' | 'worker' | 'freeze' | 'crash' | 'cut', number>>;
    readonly seconds: number;
  },
): {
  readonly failures: Readonly<Record<string, readonly string[]>>;
};
