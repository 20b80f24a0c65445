import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Receiver, ReceiverOptions } from '@screening-webhooks/core';
import { screeningTelemetry } from '@screening-webhooks/opentelemetry';
import { fixture, sign } from '@screening-webhooks/testing';
import { seriesOf } from './series-of.js';

export const SECRET = 'whsec_prometheus';
const INSTANCE = 'localhost:9464';
// A whole second, like the timestamps of signatures.
const START = 1_767_225_600_000;

/** A real receiver on a virtual clock, whose metrics are collected once a minute. */
export interface StagedReceiver {
  /** Sends a new event, genuine by default. `skew`: the seconds by which the receiver's clock is ahead. */
  deliver(how?: { secret?: string; body?: string; skew?: number }): Promise<void>;
  /** Dispatches a new event, like an inbox worker. */
  dispatch(): Promise<void>;
  /** Replaces the process: its counters restart. */
  restart(): void;
  /** Whether the scrape succeeds. */
  up: boolean;
  /** The work of handlers. It may move the clock. */
  handle: () => void | Promise<void>;
  /** Moves the clock by milliseconds, for handlers. */
  wait(ms: number): void;
  /** The number of events in the inbox. */
  depth: number;
  /** Records the value of each series for this minute. */
  scrape(): Promise<void>;
  series(): { series: string; values: string }[];
}

/** @param options Options of the receiver. */
export function stageReceiver(options: Partial<ReceiverOptions> = {}): StagedReceiver {
  let clock = START;
  let minute = 0;
  let nextId = 0;
  const values = new Map<string, string[]>();
  let running = start();

  function start(): { receiver: Receiver; exporter: PrometheusExporter } {
    const exporter = new PrometheusExporter({ preventServerStart: true });
    const meterProvider = new MeterProvider({ readers: [exporter] });
    const telemetry = screeningTelemetry({ meterProvider, inboxDepth: () => staged.depth });
    const receiver = telemetry.createReceiver({
      secret: SECRET,
      now: () => clock,
      observe: false,
      handlers: { '*': () => staged.handle() },
      ...options,
    });
    return { receiver, exporter };
  }

  const newEvent = () => {
    nextId += 1;
    return fixture('document_verification.completed', { id: `evt_${nextId}` });
  };

  const staged: StagedReceiver = {
    up: true,
    depth: 0,
    handle: () => {},
    wait(ms) {
      clock += ms;
    },
    async deliver({ secret = SECRET, body, skew = 0 } = {}) {
      const at = Math.floor(clock / 1000) - skew;
      const signed = await sign(body ?? newEvent(), { secret, at });
      await running.receiver.receive(signed.delivery());
    },
    async dispatch() {
      await running.receiver.dispatch(newEvent());
    },
    restart() {
      running = start();
    },
    async scrape() {
      const lines = staged.up ? await seriesOf(running.exporter, INSTANCE) : [];
      for (const [series, value] of [
        ...lines,
        [`up{instance="${INSTANCE}",job="receiver"}`, staged.up ? '1' : '0'] as const,
      ]) {
        const row = values.get(series) ?? [];
        values.set(series, row);
        // promtool's sign for a missing value.
        while (row.length < minute) row.push('_');
        row.push(value);
      }
      minute += 1;
      // Like Prometheus, marks a series that is gone as stale in the first scrape without it.
      for (const row of values.values()) {
        if (row.length === minute - 1 && row.at(-1) !== 'stale') row.push('stale');
      }
      clock = START + minute * 60_000;
    },
    series: () => [...values].map(([series, row]) => ({ series, values: row.join(' ') })),
  };
  return staged;
}
