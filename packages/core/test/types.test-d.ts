import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  createReceiver,
  type DedupeStore,
  type Inbox,
  type Receiver,
  verifyEvent,
  type WebhookEvent,
} from '../src/index.js';

const secret = 's';
const request = new Request('https://example.com');

test('each handler gets the event of its type, and a type that does not exist does not compile', () => {
  createReceiver({
    secret,
    handlers: {
      'document_verification.completed': ({ data, source }) => {
        expectTypeOf(source).toEqualTypeOf<'webhook' | 'poll'>();
        expectTypeOf(data.verified).toEqualTypeOf<true>();
        expectTypeOf(data.errorMessage).toEqualTypeOf<string | null>();
        expectTypeOf(data.formData).toEqualTypeOf<Readonly<Record<string, unknown>>>();
        // @ts-expect-error TS2551: verificationID
        data.verificationID;
        // @ts-expect-error TS2540: read-only
        data.state = 'CA';
      },
      'document_verification.recorded': ({ data }) => {
        expectTypeOf(data.verified).toEqualTypeOf<false>();
      },
      'report.completed': ({ data, source }) => {
        expectTypeOf(source).toEqualTypeOf<'webhook' | 'poll'>();
        expectTypeOf(data['reportId']).toEqualTypeOf<unknown>();
      },
    },
  });
  createReceiver({
    secret,
    handlers: {
      // @ts-expect-error TS2561: recordedd
      'document_verification.recordedd': async () => {},
    },
  });
});

test("'*' gets a union that the type narrows, and may return anything", () => {
  createReceiver({
    secret,
    handlers: {
      '*': async (event) => {
        expectTypeOf(event.source).toEqualTypeOf<'webhook' | 'poll'>();
        if (event.type === 'document_verification.completed') {
          expectTypeOf(event.data.verified).toEqualTypeOf<true>();
        }
        const type: string = event.type;
        if (type === 'assessment.completed') expectTypeOf(event.data).toBeUnknown();
        // @ts-expect-error TS2367: misspelt types are found
        return event.type === 'report.complete';
      },
    },
  });
  createReceiver({ secret, handlers: { '*': (event: WebhookEvent) => event.id } });
});

test('event types that are newer than this version have handlers in unknownTypes', () => {
  createReceiver({
    secret,
    handlers: {},
    unknownTypes: {
      'assessment.completed': (event, { signal }) => {
        expectTypeOf(event.data).toBeUnknown();
        expectTypeOf(event.source).toEqualTypeOf<'webhook' | 'poll'>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        return event.type === 'assessment.completed';
      },
    },
  });
  const handler = () => {};
  // @ts-expect-error TS2322: move it to handlers
  createReceiver({ secret, handlers: {}, unknownTypes: { 'report.completed': handler } });
  // @ts-expect-error TS2322: it belongs in handlers
  createReceiver({ secret, handlers: {}, unknownTypes: { '*': handler } });
  // @ts-expect-error TS2322: not a function
  createReceiver({ secret, handlers: {}, unknownTypes: { 'assessment.completed': 'log' } });
});

test('an unknown event has data: unknown, never any', async () => {
  const event: WebhookEvent = await verifyEvent('', null, { secret });
  switch (event.type) {
    case 'document_verification.completed':
    case 'document_verification.failed':
    case 'document_verification.recorded':
      expectTypeOf(event.data.externalId).toEqualTypeOf<string>();
      break;
    case 'report.completed':
    case 'candidate.completed':
      break;
    default:
      expectTypeOf(event.data).toBeUnknown();
      expectTypeOf(event.type).toExtend<string>();
      // @ts-expect-error TS18046: unknown
      event.data.externalId;
  }
});

test('schemas type formData by its slug, and metadata', () => {
  createReceiver({
    secret,
    formData: {
      'rn-license': z.object({ licenseNumber: z.string() }),
      'cpr-card': z.object({ expiresOn: z.coerce.date() }),
    },
    metadata: z.object({ orderId: z.number() }),
    handlers: {
      'document_verification.recorded': ({ data }) => {
        expectTypeOf(data.metadata).toEqualTypeOf<{ orderId: number }>();
        if (data.documentConfigSlug === 'rn-license') {
          expectTypeOf(data.formData).toEqualTypeOf<{ licenseNumber: string }>();
        } else if (data.documentConfigSlug === 'cpr-card') {
          expectTypeOf(data.formData).toEqualTypeOf<{ expiresOn: Date }>();
        } else {
          expectTypeOf(data.formData).toEqualTypeOf<Readonly<Record<string, unknown>>>();
        }
      },
    },
  });
  const formData = { rn: (value: unknown) => value };
  // @ts-expect-error TS2322: not a schema
  createReceiver({ secret, formData, handlers: { '*': () => {} } });
});

test('the framework is what resolvers and handlers were written for', () => {
  const receiver = createReceiver<{ env: { SECRET: string } }>({
    secret: ({ env }) => env.SECRET,
    handlers: {
      '*': (_event, { framework }) => {
        expectTypeOf(framework).toEqualTypeOf<{ env: { SECRET: string } } | undefined>();
      },
    },
  });
  // @ts-expect-error TS2554: the resolver needs its framework
  void receiver.fetch(request);
  void receiver.fetch(request, { framework: { env: { SECRET: 's' } } });
  // A receiver that was written for no framework fits every adapter.
  expectTypeOf<Receiver>().toExtend<Receiver<{ req: object }>>();
});

test('receiver.fetch is a route handler, whatever the server passes beside the request', () => {
  const receiver = createReceiver({ secret, handlers: { '*': () => {} } });
  type NextRoute = (request: Request, context: { params: Promise<object> }) => Promise<Response>;
  type DenoServe = (request: Request, info: { remoteAddr: string }) => Promise<Response>;
  expectTypeOf(receiver.fetch).toExtend<NextRoute>();
  expectTypeOf(receiver.fetch).toExtend<DenoServe>();
  // Next.js infers the second argument of a route. `unknown` passes its check; otherwise, only a `{ params }` does.
  type Second<T> = T extends (...args: [never, infer Argument]) => unknown ? Argument : never;
  expectTypeOf<Second<typeof receiver.fetch>>().toBeUnknown();
  void receiver.fetch(request, { waitUntil: () => {} });
  void receiver.dispatch({ id: '1', type: 'a', created: 'c', data: {}, source: 'poll' });
  // @ts-expect-error TS2322: not a way that an event comes
  void receiver.dispatch({ id: '1', type: 'a', created: 'c', data: {}, source: 'mail' });
});

test('stores and inboxes may answer at once or later', () => {
  expectTypeOf({ store: async () => 'stored' as const }).toExtend<Inbox>();
  const answers = { claim: async () => 'acquired' as const, extend: () => true };
  const store = { ...answers, commit: async () => true, release: async () => false };
  expectTypeOf(store).toExtend<DedupeStore>();
});
