import type { StandardSchemaV1 } from '@screening-webhooks/core';
import express from 'express';
import { postHook } from 'screening-webhooks-test-support/post-hook';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { expect, it, vi } from 'vitest';
import { verifyWebhook } from '../src/index.js';

const app = () =>
  express().post('/hooks', verifyWebhook({ secret: SECRET }), (req, res) => {
    const event = req.webhookEvent;
    res.status(202).json({ type: event?.type, id: res.locals.webhookEvent.id });
  });

it('puts the event on the request and the response, and lets the app answer', async () => {
  const response = await postHook(app(), eventBody('evt_v'));
  expect(response.status).toBe(202);
  expect(response.body).toEqual({ type: 'document_verification.recorded', id: 'evt_v' });
});

it('answers deliveries that it refuses, and does not call the app', async () => {
  const called = vi.fn();
  const refusing = express().post('/hooks', verifyWebhook({ secret: SECRET }), called);
  const response = await postHook(refusing, eventBody(), await signedHeaders('{}'));
  expect(response.status).toBe(401);
  expect(response.body).toEqual({ outcome: 'rejected', code: 'signature_mismatch' });
  expect(called).not.toHaveBeenCalled();
});

it('takes schemas, and refuses data that is not theirs', async () => {
  const metadata: StandardSchemaV1<unknown, { readonly plan: string }> = {
    '~standard': { version: 1, vendor: 'test', validate: () => ({ issues: [{ message: 'no' }] }) },
  };
  const strict = express().post('/hooks', verifyWebhook({ secret: SECRET, metadata }));
  expect((await postHook(strict)).status).toBe(422);
});
