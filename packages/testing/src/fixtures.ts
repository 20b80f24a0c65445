import type { EventOf, EventType } from '@screening-webhooks/core';
import { fixture } from './fixture.js';

/** A realistic event, and what it stands for. */
export interface NamedFixture {
  readonly name: string;
  readonly event: { readonly [Type in EventType]: EventOf<Type> }[EventType];
}

/** Realistic events of every type. A handler that processes all of them can process what the service sends. */
export const fixtures: readonly NamedFixture[] = [
  {
    name: 'a license confirmed by its source',
    event: fixture('document_verification.completed'),
  },
  {
    name: 'a license confirmed at the third attempt',
    event: fixture('document_verification.completed', {
      data: { attemptCount: 3, state: 'TX', completedAt: '2026-11-20T10:01:12.455Z' },
    }),
  },
  {
    name: 'a license with several files and names outside ASCII',
    event: fixture('document_verification.completed', {
      data: {
        formData: { licenseNumber: 'RN771204', holderName: 'Zoë Nguyễn-Ångström 王小明' },
        verificationFileUploads: [
          'https://files.example.com/v/771204/front.jpg',
          'https://files.example.com/v/771204/back.jpg',
          'https://files.example.com/v/771204/renewal%20notice.pdf',
        ],
        metadata: { note: 'name as on the card: “Zoë”' },
      },
    }),
  },
  {
    name: 'a license confirmed, with related objects in the envelope',
    event: fixture('document_verification.completed', {
      related: { integration: { id: 'int_b7h2vx9q4kzmw3tn8rcjp6fd', name: 'Shift Planner' } },
    }),
  },
  {
    name: 'a license that is unknown to its source',
    event: fixture('document_verification.failed'),
  },
  {
    name: 'a license whose source did not answer any attempt',
    event: fixture('document_verification.failed', {
      data: {
        attemptCount: 5,
        errorMessage: 'The issuing source did not answer. Every attempt was used up.',
      },
    }),
  },
  {
    name: 'a document recorded, because it has no configured source',
    event: fixture('document_verification.recorded'),
  },
  {
    name: 'a document recorded without form data, files and metadata',
    event: fixture('document_verification.recorded', {
      data: { formData: {}, metadata: {}, verificationFileUploads: [], externalId: '' },
    }),
  },
  { name: 'a report (announced, not emitted yet)', event: fixture('report.completed') },
  { name: 'a candidate (announced, not emitted yet)', event: fixture('candidate.completed') },
];
