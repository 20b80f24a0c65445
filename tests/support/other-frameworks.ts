import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { type Handler, Hono } from 'hono';
import Koa, { type Middleware } from 'koa';
import request from 'supertest';
import { expect, it } from 'vitest';
import { eventBody, signedHeaders } from './signed.js';

// JavaScript users may install the package for another framework. These frameworks are real.

const body = eventBody();
const headers = await signedHeaders(body);

/** Each sends a genuine delivery to a handler, and resolves with the error that the handler throws. */
const frameworks: Readonly<Record<string, (handler: unknown) => Promise<unknown>>> = {
  async Express(handler) {
    let seen: unknown;
    const onError: ErrorRequestHandler = (error, _req, res, _next) => {
      seen = error;
      res.sendStatus(500);
    };
    const app = express().use(handler as RequestHandler);
    await request(app.use(onError)).post('/').set(headers).send(body).expect(500);
    return seen;
  },
  async Hono(handler) {
    let seen: unknown;
    const app = new Hono().post('/', handler as Handler).onError((error, c) => {
      seen = error;
      return c.body(null, 500);
    });
    await app.request('/', { method: 'POST', headers, body });
    return seen;
  },
  async Koa(handler) {
    let seen: unknown;
    const app = new Koa().use(handler as Middleware).on('error', (error) => {
      seen = error;
    });
    await request(app.callback()).post('/').set(headers).send(body).expect(500);
    return seen;
  },
};

/**
 * Tests that the handler of one framework names the right package in the others.
 *
 * @param own The name of its framework. @param expected The argument that the message asks for.
 */
export function otherFrameworksSuite(own: string, expected: string, handler: unknown): void {
  const others = Object.entries(frameworks).filter(([name]) => name !== own);
  it.each(others)('in %s is a TypeError that names the right package', async (name, failing) => {
    const error = await failing(handler);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(
      `request: expected ${expected}, got what ${name} passes. Use webhook(receiver) of @screening-webhooks/${name.toLowerCase()}.`,
    );
  });
}
