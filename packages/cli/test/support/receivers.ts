import type { OutgoingHttpHeaders, RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { ReceiverOptions } from '@screening-webhooks/core';
import { webhook as expressWebhook } from '@screening-webhooks/express';
import { webhook as honoWebhook } from '@screening-webhooks/hono';
import express from 'express';
import { Hono } from 'hono';
import { serve } from 'screening-webhooks-test-support/serve';
import { NOW, SECRET } from './run-cli.js';

/** An Express app with a receiver at `/webhooks` and a fixed clock. */
export function expressApp(options: Partial<ReceiverOptions> = {}): RequestListener {
  const app = express().disable('x-powered-by');
  return app.use('/webhooks', expressWebhook({ ...given, ...options }));
}

/** The same, as a Hono app. */
export function honoApp(options: Partial<ReceiverOptions> = {}): RequestListener {
  const app = new Hono();
  app.all('/webhooks', honoWebhook({ ...given, ...options }));
  return getRequestListener(app.fetch);
}

const given = {
  secret: SECRET,
  handlers: { '*': () => {} },
  now: () => NOW,
  observe: false,
} satisfies ReceiverOptions;

/** Serves an app for one test. Returns the URL of its receiver. */
export async function serveReceiver(app: RequestListener): Promise<string> {
  return `${(await serve(app)).url}/webhooks`;
}

/** A delivery as a server received it. */
export interface Seen {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly rawHeaders: readonly string[];
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
  readonly pieces: number;
  /** False when the sender closed the connection before the end. */
  readonly complete: boolean;
}

/** An app that records each delivery and answers it. */
export function recordingApp(
  status: number | (() => number) = 200,
  headers: OutgoingHttpHeaders = {},
  answer = '',
): {
  readonly seen: Seen[];
  readonly app: RequestListener;
  /** Resolves with the first delivery once it has ended, whole or cut off. */
  readonly firstSeen: Promise<Seen>;
} {
  const seen: Seen[] = [];
  let onSeen: (first: Seen) => void;
  const firstSeen = new Promise<Seen>((resolve) => {
    onSeen = resolve;
  });
  const app: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    const record = (complete: boolean): void => {
      const { method, url: path, rawHeaders } = request;
      const header = (name: string): string | undefined => request.headers[name]?.toString();
      const body = Buffer.concat(chunks);
      const delivery = { method, path, rawHeaders, header, body, pieces: chunks.length, complete };
      seen.push(delivery);
      onSeen(delivery);
    };
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => record(false));
    request.on('end', () => {
      record(true);
      response.writeHead(typeof status === 'number' ? status : status(), headers).end(answer);
    });
  };
  return { seen, app, firstSeen };
}
