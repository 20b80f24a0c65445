import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { DedupeStore } from '@screening-webhooks/core';
import { listener } from '@screening-webhooks/core/node';
import { screeningTelemetry } from '@screening-webhooks/opentelemetry';
import { fixture, sign } from '@screening-webhooks/testing';
import { SECRET } from './staged-receiver.js';

/** A receiver that listens, with its metrics at another port. */
export interface ServedReceiver {
  readonly url: string;
  /** `host:port` of the metrics. */
  readonly metrics: string;
  readonly exporter: PrometheusExporter;
  /** Deliveries with each kind of outcome, and a dispatch. Together they change every series. */
  deliverEachKind(): Promise<void>;
  close(): void;
}

const ACK_TIMEOUT = 50;

/** Starts the receiver. Its handlers behave as the id of the event says. */
export async function serveReceiver(): Promise<ServedReceiver> {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const meterProvider = new MeterProvider({ readers: [exporter] });
  const { createReceiver } = screeningTelemetry({ meterProvider, inboxDepth: () => 7 });
  const receiver = createReceiver({
    secret: SECRET,
    dedupe,
    ackTimeout: ACK_TIMEOUT,
    observe: false,
    handlers: {
      'document_verification.completed': async ({ id }) => {
        if (id.includes('slow')) await sleep(2 * ACK_TIMEOUT);
        if (id.includes('failing')) throw new TypeError('The database is down.');
      },
    },
  });
  const app = await serve(listener(receiver, { path: '/webhooks/screening' }));
  const metrics = await serve((req, res) => exporter.getMetricsRequestHandler(req, res));
  const url = `http://${app.address}/webhooks/screening`;

  let round = 0;
  return {
    url,
    metrics: metrics.address,
    exporter,
    async deliverEachKind() {
      round += 1;
      for (const kind of ['fine', 'failing', 'slow', 'lost']) await post(url, eventOf(kind, round));
      await post(url, eventOf('fine', round), 'whsec_stranger');
      await receiver.dispatch(eventOf('fine', round));
      await receiver.dispatch(eventOf('failing', round));
    },
    close() {
      app.server.close();
      metrics.server.close();
    },
  };
}

// It loses the claims that the id of the event says.
const dedupe: DedupeStore = {
  claim: () => 'acquired',
  extend: () => true,
  commit: (key) => !key.includes('lost'),
  release: () => true,
};

function eventOf(kind: string, round: number) {
  return fixture('document_verification.completed', { id: `evt_${kind}_${round}` });
}

async function post(url: string, event: ReturnType<typeof eventOf>, secret = SECRET) {
  const { headers, body } = await sign(event, { secret });
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.arrayBuffer();
}

async function serve(handler: RequestListener): Promise<{ server: Server; address: string }> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}
