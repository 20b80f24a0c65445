import type { OutgoingHttpHeaders, RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { ReceiverOptions } from '@screening-webhooks/core';
import { webhook as expressWebhook } from '@screening-webhooks/express';
import { webhook as honoWebhook } from '@screening-webhooks/hono';
import express from 'express';
import { Hono } from 'hono';
import { serve } from '../../../testing/test/support/serve.js';
import { NOW, SECRET } from './run-cli.js';

/** An Express app with a receiver at `/webhooks`, whose clock stands still. */
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

const given = { secret: SECRET, handlers: { '*': () => {} }, now: () => NOW };

/** Serves an app for one test, and gives the address of its receiver. */
export async function serveReceiver(app: RequestListener): Promise<string> {
  return `${(await serve(app)).url}/webhooks`;
}

/** What a server saw of a delivery. */
export interface Seen {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly rawHeaders: readonly string[];
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
  readonly pieces: number;
  /** False when the sender hung up before the end. */
  readonly complete: boolean;
}

/** An app that records what comes in and answers it. */
export function recordingApp(
  status: number | (() => number) = 200,
  headers: OutgoingHttpHeaders = {},
  answer = '',
): {
  readonly seen: Seen[];
  readonly app: RequestListener;
} {
  const seen: Seen[] = [];
  const app: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    const record = (complete: boolean): void => {
      const { method, url: path, rawHeaders } = request;
      const header = (name: string): string | undefined => request.headers[name]?.toString();
      const body = Buffer.concat(chunks);
      seen.push({ method, path, rawHeaders, header, body, pieces: chunks.length, complete });
    };
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => record(false));
    request.on('end', () => {
      record(true);
      response.writeHead(typeof status === 'number' ? status : status(), headers).end(answer);
    });
  };
  return { seen, app };
}
