import type { Scenario, Step } from './scenario.js';
import { seen } from './seen.js';
import type { Order, Stage } from './stage.js';

const RETRY = '1m';

/** An order, the action after it, and the result of both. */
function ordered(
  what: string,
  licenseNumber: string,
  then: (stage: Stage, order: Order) => Promise<unknown>,
  expected: string,
): Step {
  return {
    what,
    expected,
    async run(stage) {
      const order = await stage.order(what, licenseNumber);
      await then(stage, order);
      return seen(stage, order);
    },
  };
}

/** The first attempt is made in a way that the receiver must refuse. The next one is genuine. */
function faulty(kind: string, what: string, expected: string): Step {
  return ordered(
    what,
    'RN1234',
    async ({ sandbox }) => {
      await sandbox.fault({ kind, times: 1 });
      await sandbox.clock.advance(RETRY);
    },
    `${expected}, 200 processed, license verified`,
  );
}

const settle = ({ sandbox }: Stage) => sandbox.clock.settle();

/** Everything that the demo does, in order. */
export const scenarios: readonly Scenario[] = [
  {
    title: 'The three events',
    steps: [
      ordered('completed', 'RN1234', settle, '200 processed, license verified'),
      ordered('failed', 'SBX-REVOKED-1', settle, '200 processed, license flagged'),
      ordered('recorded', 'SBX-NOSOURCE-1', settle, '200 processed, license in_review'),
    ],
  },
  {
    title: 'Delivered more than once',
    steps: [
      {
        what: 'twice: the handler runs once',
        expected: '200 processed, 200 duplicate, license verified, 1 run',
        async run(stage) {
          const order = await stage.order('Twice', 'RN1234');
          await stage.sandbox.fault({ kind: 'duplicate', times: 1 });
          await stage.sandbox.clock.settle();
          return withRuns(stage, order);
        },
      },
      {
        what: 'replayed by hand: the handler runs once',
        expected: '200 processed, 200 duplicate, license verified, 1 run',
        async run(stage) {
          const order = await stage.order('Replayed', 'RN1234');
          await stage.sandbox.clock.settle();
          await replay(stage, order);
          return withRuns(stage, order);
        },
      },
    ],
  },
  {
    title: 'Fifteen minutes in a second',
    steps: [
      {
        what: 'a handler that fails once',
        expected: '500 failed, 200 processed, license verified, 2 runs',
        async run(stage) {
          const order = await stage.order('Fails once', 'RN1234');
          stage.clinicians.failOnce(order.clinicianId);
          await stage.sandbox.clock.advance(RETRY);
          return withRuns(stage, order);
        },
      },
      ordered(
        'an app that is down for fifteen minutes',
        'RN1234',
        async (stage) => {
          await stage.stopApp();
          await stage.sandbox.clock.advance('15m');
          await stage.startApp();
        },
        '5 × connection_refused, delivery failed, license unverified',
      ),
      {
        what: 'the failed deliveries, sent again when it is up',
        expected: '1 found; license verified',
        async run({ sandbox, clinicians }) {
          const [endpoint] = sandbox.endpoints;
          const since = new Date(Date.parse(await sandbox.clock.now()) - 3_600_000).toISOString();
          const { data, error } = await sandbox.api.POST('/v1/webhook-endpoints/{id}/recover', {
            params: { path: { id: endpoint?.id ?? '' } },
            body: { since },
          });
          await sandbox.clock.settle();
          const last = (await clinicians.list()).at(-1);
          return error?.detail ?? `${data?.found} found; license ${last?.license.status}`;
        },
      },
    ],
  },
  {
    title: 'A new signing secret',
    steps: [
      {
        what: 'rolled: both secrets sign for a day',
        expected: '200 processed, license verified',
        async run(stage) {
          const [endpoint] = stage.sandbox.endpoints;
          const { data, error } = await stage.sandbox.api.POST(
            '/v1/webhook-endpoints/{id}/roll-secret',
            { params: { path: { id: endpoint?.id ?? '' } }, body: {} },
          );
          if (error) return error.detail;
          const order = await stage.order('Old secret', 'RN1234');
          // The app still knows the old one only.
          await stage.sandbox.clock.settle();
          const came = await seen(stage, order);
          stage.secrets = [data.secret];
          return came;
        },
      },
      ordered(
        'the app knows the new one only',
        'RN1234',
        settle,
        '200 processed, license verified',
      ),
      ordered(
        'two days later',
        'RN1234',
        ({ sandbox }) => sandbox.clock.advance('2d'),
        '200 processed, license verified',
      ),
    ],
  },
  {
    title: 'A pause',
    steps: [
      {
        what: 'paused, then resumed: nothing is lost',
        expected: 'delivery held, license unverified; 200 processed, license verified',
        async run(stage) {
          const [endpoint] = stage.sandbox.endpoints;
          const path = { id: endpoint?.id ?? '' };
          const { api, clock } = stage.sandbox;
          await api.POST('/v1/webhook-endpoints/{id}/pause', { params: { path } });
          const order = await stage.order('Paused', 'RN1234');
          await clock.advance('1h');
          const paused = await seen(stage, order);
          await api.POST('/v1/webhook-endpoints/{id}/resume', { params: { path }, body: {} });
          await clock.settle();
          return `${paused}; ${await seen(stage, order)}`;
        },
      },
    ],
  },
  {
    title: 'Refused, and then sent as it should be',
    steps: [
      faulty('wrong_secret', 'signed with another secret', '401 signature_mismatch'),
      faulty('tampered_body', 'changed after signing', '401 signature_mismatch'),
      faulty('missing_header', 'without Service-Signature', '400 signature_header_missing'),
      faulty('stale_timestamp', 'signed 310 s ago', '400 timestamp_too_old'),
      faulty('wrong_content_type', 'sent as text', '415 unsupported_media_type'),
    ],
  },
  {
    title: "The app's own routes work as before",
    steps: [
      {
        what: 'GET /clinicians',
        expected: '200',
        run: async ({ ask }) => String((await ask('/clinicians')).status),
      },
      {
        what: 'GET /clinicians without a key',
        expected: '401',
        run: async ({ ask }) => String((await ask('/clinicians', {})).status),
      },
      {
        what: 'GET /nowhere',
        expected: '404',
        run: async ({ ask }) => String((await ask('/nowhere')).status),
      },
    ],
  },
];

async function withRuns(stage: Stage, order: Order): Promise<string> {
  const runs = stage.clinicians.runs(order.clinicianId);
  return `${await seen(stage, order)}, ${runs} ${runs === 1 ? 'run' : 'runs'}`;
}

async function replay({ sandbox }: Stage, { verification }: Order): Promise<void> {
  for (const { id } of await sandbox.deliveries.of(verification)) {
    await sandbox.api.POST('/v1/webhook-deliveries/{id}/replay', { params: { path: { id } } });
  }
  await sandbox.clock.settle();
}
