// Code of a TypeScript user. run.mjs compiles it as an ES module and, copied to consumer.cts, as CommonJS.
import {
  createReceiver,
  type DedupeStore,
  type Handlers,
  PermanentError,
  type StandardSchemaV1,
  verifyEvent,
  type WebhookEvent,
} from '@screening-webhooks/core';
import { keepRawBody, verifyWebhook, webhook } from '@screening-webhooks/express';
import { type SandboxSchemas, startSandbox } from '@screening-webhooks/sandbox';
import express from 'express';

interface NurseLicense {
  readonly licenseNumber: string;
}

const nurseLicense: StandardSchemaV1<unknown, NurseLicense> = {
  '~standard': {
    version: 1,
    vendor: 'by hand',
    validate: (value) =>
      typeof value === 'object' && value !== null && 'licenseNumber' in value
        ? { value: { licenseNumber: String(value.licenseNumber) } }
        : { issues: [{ message: 'licenseNumber is missing', path: ['licenseNumber'] }] },
  },
};

const secret = 'whsec_types';
const seen: string[] = [];

const receiver = createReceiver({
  secret,
  formData: { 'nurse-license': nurseLicense },
  handlers: {
    'document_verification.completed': async (event, { signal }) => {
      signal.throwIfAborted();
      const verified: true = event.data.verified;
      // @ts-expect-error: a completed verification is always verified
      if (event.data.verified === false) throw new PermanentError(String(verified));

      const { data } = event;
      if (data.documentConfigSlug === 'nurse-license') {
        seen.push(data.formData.licenseNumber.toUpperCase());
        // @ts-expect-error: the schema does not have this key
        seen.push(data.formData.licenceNumber);
      } else {
        const anything: unknown = data.formData['anything'];
        // @ts-expect-error: without a schema, the type is unknown
        seen.push(anything.toUpperCase());
      }
    },
    'document_verification.recorded': ({ data }) => {
      const verified: false = data.verified;
      seen.push(data.errorMessage ?? `${data.status} ${verified}`);
    },
    '*': (event) => {
      seen.push(event.id);
    },
  },
});

// Used by mixed.mts.
export const handlers: Handlers = {
  'report.completed': process.env['REPORTS'] ? ({ id }) => void seen.push(id) : undefined,
  '*': (event) => void seen.push(`${event.type} ${event.source}`),
};
export const audit = (event: WebhookEvent): void => void seen.push(event.id);
export const receiverOn = (dedupe: DedupeStore | undefined, tolerance?: number) =>
  createReceiver({ secret, dedupe, tolerance, handlers });

const misspelled = { 'document_verification.recordedd': () => undefined };
// @ts-expect-error: unknown event type
createReceiver({ secret, handlers: misspelled });
createReceiver({
  secret,
  handlers: {
    // @ts-expect-error: unknown event type
    'document_verification.recordedd': () => undefined,
  },
});

export async function nameOf(body: Uint8Array, header: string | null): Promise<string> {
  const event: WebhookEvent = await verifyEvent(body, header, { secret });
  switch (event.type) {
    case 'document_verification.completed':
    case 'document_verification.failed':
    case 'document_verification.recorded':
      return event.data.verificationId;
    case 'report.completed':
    case 'candidate.completed':
      return String(event.data['id']);
    default:
      // @ts-expect-error: the data of an unknown type is unknown
      seen.push(event.data.id);
      if (typeof event.data === 'object' && event.data !== null && 'id' in event.data) {
        return String(event.data.id);
      }
      return event.type;
  }
}

export const app = express();
app.use(express.json({ verify: keepRawBody }));
app.post('/webhooks/a', webhook({ secret, handlers: { '*': ({ id }) => void seen.push(id) } }));
app.post('/webhooks/b', webhook(receiver));
app.post('/webhooks/c', verifyWebhook({ secret }), (request, response) => {
  seen.push(request.webhookEvent?.type ?? 'none');
  response.sendStatus(204);
});

export async function listed(externalId: string): Promise<string[]> {
  const sandbox = await startSandbox();
  const { data, error } = await sandbox.api.GET('/v1/document-verifications', {
    params: { query: { externalId } },
  });
  const invalid: boolean = error?.code === 'parameter_invalid';
  // @ts-expect-error: unknown code
  if (error?.code === 'parameter_wrong') seen.push(`${invalid}`);
  const verifications: readonly SandboxSchemas['DocumentVerification'][] = data?.data ?? [];
  return verifications.map(({ status }) => status);
}
