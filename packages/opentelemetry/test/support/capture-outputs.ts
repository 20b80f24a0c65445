import { DiagLogLevel, diag } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import type { Ack, Delivery, Outcome, ReceiverOptions } from '@screening-webhooks/core';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { logOutcomes, screeningTelemetry } from '../../src/index.js';
import { now } from './deliveries.js';
import { MARKED_SECRET, markedError } from './marked.js';
import { testSdk } from './sdk.js';

const base = { secret: MARKED_SECRET, now } as const;

type Outputs = ReturnType<typeof captureOutputs>;

/** Captures, for one test, every output that could leak a value of a delivery. */
export function captureOutputs() {
  const sdk = testSdk();
  const lines: string[] = [];
  const acks: Ack[] = [];
  const errors: unknown[] = [];
  const seen = new Set<string>();
  // The texts of the app's own errors are the app's responsibility: these two fields are documented to hold them.
  const redact = ['errorMessage', 'errorStack'];
  const log = logOutcomes(
    pino({ level: 'trace', redact }, { write: (line: string) => lines.push(line) }),
  );
  const write = (...text: unknown[]) => lines.push(text.map(String).join(' '));
  diag.setLogger(
    { error: write, warn: write, info: write, debug: write, verbose: write },
    { logLevel: DiagLogLevel.ALL, suppressOverrideMessage: true },
  );
  onTestFinished(() => diag.disable());
  const telemetry = screeningTelemetry({
    ...sdk.providers,
    inboxDepth: () => Promise.reject(markedError('depth')),
  });
  return {
    sdk,
    lines,
    acks,
    errors,
    seen,
    /** Creates a receiver with telemetry and logging. */
    receiver(
      options: Partial<ReceiverOptions>,
      onOutcome: (outcome: Outcome, late: boolean) => void = () => {},
    ) {
      const receiver = telemetry.createReceiver({
        ...base,
        handlers: { '*': () => {} },
        ...options,
        observe: (observation) => {
          const { outcome, late } = observation;
          seen.add(outcome.kind === 'rejected' ? outcome.rejection.code : outcome.kind);
          if (late) seen.add('late');
          log(observation);
          onOutcome(outcome, late);
        },
      });
      const receiveAndCapture = async (delivery: Delivery): Promise<void> => {
        try {
          acks.push(await receiver.receive(delivery));
        } catch (error) {
          errors.push(error);
        }
      };
      return { ...receiver, receiveAndCapture };
    },
  };
}

/** Everything that a span exporter could send. */
export function exported(span: ReadableSpan): unknown {
  const { name, kind, attributes, events, links, status, resource, instrumentationScope } = span;
  const traceState = [span.spanContext(), span.parentSpanContext, ...links.map((l) => l.context)];
  const states = traceState.map((each) => each?.traceState?.serialize());
  return {
    name,
    kind,
    attributes,
    events,
    links,
    status,
    states,
    instrumentationScope,
    resource: resource.attributes,
  };
}

/** All captured output as one string. */
export async function allOutput({ sdk, lines, acks, errors }: Outputs): Promise<string> {
  return JSON.stringify({
    spans: sdk.spans().map(exported),
    metrics: await sdk.metrics(),
    lines,
    acks: acks.map(({ status, headers, body }) => ({ status, headers, body })),
    errors: errors.map((error) => (error instanceof Error ? [error.message, error.stack] : error)),
  });
}
