import type { DescribedWebhook } from '../../http/document.js';
import { eventTypes } from '../webhooks/index.js';
import { DocumentVerificationEvent } from './wire.js';

/** The webhooks of document verifications, for the OpenAPI document. */
export const documentWebhooks: readonly DescribedWebhook[] = eventTypes
  .filter(({ scope }) => scope === 'integration')
  .map(({ type, meaning }) => ({ type, summary: meaning, body: DocumentVerificationEvent }));
