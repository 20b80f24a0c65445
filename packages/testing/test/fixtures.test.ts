import { createReceiver, eventTypes } from '@screening-webhooks/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fixture, fixtures, recordingHandler } from '../src/index.js';

const record = z.strictObject({
  verificationId: z.string(),
  externalId: z.string(),
  integrationId: z.string(),
  sessionId: z.string(),
  sessionReference: z.string(),
  documentConfigSlug: z.string(),
  checkTypeSlug: z.string(),
  state: z.string().length(2),
  status: z.string(),
  verified: z.boolean(),
  formData: z.record(z.string(), z.unknown()),
  verificationFileUploads: z.array(z.url()),
  errorMessage: z.string().nullable(),
  attemptCount: z.int(),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime(),
});

describe('fixture', () => {
  it('is complete, applies overrides, and keeps the type and other keys of the envelope', () => {
    const data = { state: 'NY' };
    const event = fixture('document_verification.failed', { id: 'evt_mine', data });
    expect(event).toMatchObject({ id: 'evt_mine', type: 'document_verification.failed' });
    expect(event.data).toMatchObject({
      ...data,
      verified: false,
      documentConfigSlug: 'rn-license',
    });
    const other = fixture('report.completed', { type: 'ignored', related: { a: 1 } });
    expect(other).toMatchObject({ type: 'report.completed', related: { a: 1 } });
    const left = { id: undefined, created: undefined, data: undefined };
    expect(fixture('report.completed', left)).toEqual(fixture('report.completed'));
  });

  it('is equal on equal calls; other events have other ids', () => {
    const call = () => fixture('document_verification.completed', { data: { externalId: 'a' } });
    expect(call()).toEqual(call());
    const other = fixture('document_verification.completed', { data: { externalId: 'b' } });
    expect(other.id).not.toBe(call().id);
    expect(fixture('document_verification.completed').id).not.toBe(
      fixture('document_verification.recorded').id,
    );
  });
});

describe('fixtures', () => {
  it.each(fixtures)('$name', async ({ event }) => {
    if (event.type.startsWith('document_verification.')) {
      expect(record.parse(event.data)).toEqual(event.data);
      expect(event.data['verified']).toBe(event.type === 'document_verification.completed');
    }
    const handler = recordingHandler();
    const receiver = createReceiver({ secret: 's', handlers: { '*': handler } });
    expect(await receiver.dispatch(event)).toEqual({ kind: 'processed' });
    expect(handler.events).toEqual([event]);
  });

  it('cover every type, with unique ids', () => {
    expect(new Set(fixtures.map(({ event }) => event.type))).toEqual(new Set(eventTypes.keys()));
    expect(new Set(fixtures.map(({ event }) => event.id)).size).toBe(fixtures.length);
  });
});
