import { type ContractCase, mustEqual, mustHold } from './contract.js';
import {
  eventOf,
  failed,
  type InboxCase,
  type InboxCaseContext,
  type InboxHarness,
  processed,
  store,
} from './inbox-harness.js';

const IDS = ['evt_0', 'evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5'];

/** Cases of one event whose storage is damaged or locked: the others must not suffer. */
export function damageCases(
  inboxCase: InboxCase,
  { damages = [], locks = false }: InboxHarness,
): readonly ContractCase[] {
  return [
    ...damages.flatMap((damage) => [
      inboxCase(
        `runs the others when what is stored of an event is ${damage}`,
        {},
        async (context) => {
          for (const id of IDS) await store(context.inbox, eventOf(id));
          await context.damage('evt_2', damage);
          const seen = await context.record();
          await context.until('the others', () => seen.length >= 5);
          await untilUnreadable(context);
          await context.afterRetry();
          mustEqual(
            'runs',
            seen.map(({ id }) => id).sort(),
            IDS.filter((id) => id !== 'evt_2'),
          );
        },
      ),
      inboxCase(
        `continues a line when the stored first event is ${damage}`,
        { orderBy: 'verificationId' },
        async (context) => {
          for (const id of IDS) await store(context.inbox, eventOf(id));
          await context.damage('evt_0', damage);
          const seen = await context.record();
          await context.until('the others', () => seen.length >= 5);
          await untilUnreadable(context);
          mustEqual(
            'runs',
            seen.map(({ id }) => id),
            IDS.slice(1),
          );
        },
      ),
    ]),
    ...(damages.includes('unreadable')
      ? [
          inboxCase(
            'lists and replays the other dead letters beside an unreadable one',
            { attempts: 1 },
            async (context) => {
              const { seen, fix } = await giveUpAll(context);
              await context.damage('evt_2', 'unreadable');
              const letters = await context.inbox.deadLetters();
              const others = IDS.filter((id) => id !== 'evt_2');
              const readable = letters.filter(({ event }) => others.includes(event.id));
              mustEqual('dead letters', [letters.length, readable.length], [6, 5]);
              fix();
              await context.inbox.replay({ since: 0 });
              await context.until('the others', () => seen.length >= 5);
              mustEqual('runs', [...seen].sort(), others);
            },
          ),
        ]
      : []),
    ...(locks
      ? [
          inboxCase(
            'replays the others while an event is locked',
            { attempts: 1 },
            async (context) => {
              const { seen, fix } = await giveUpAll(context);
              fix();
              const unlock = await context.lock('evt_2');
              mustEqual('replayed', await context.inbox.replay({ since: 0 }), 5);
              await context.until('the others', () => seen.length >= 5);
              await unlock();
              mustEqual('the one that was locked', await context.inbox.replay({ id: 'evt_2' }), 1);
              await context.until('all', () => seen.length >= 6);
              mustEqual('runs', [...seen].sort(), IDS);
            },
          ),
        ]
      : []),
    inboxCase('keeps an error text of any length short', { attempts: 1 }, async (context) => {
      await store(context.inbox, eventOf('evt_long'));
      await context.work(async () => ({ kind: 'failed', error: new Error('x'.repeat(3_000_000)) }));
      const [letter] = await untilLetters(context, 1);
      mustHold(
        'at most 10,000 characters',
        (letter?.reason.length ?? 0) <= 10_000,
        letter?.reason.length,
      );
      mustHold(
        'its beginning',
        letter?.reason.includes('xxx') ?? false,
        letter?.reason.slice(0, 100),
      );
    }),
  ];
}

/** Stores events, and makes dead letters of them. Their handler succeeds once it is fixed. */
async function giveUpAll(
  context: InboxCaseContext,
): Promise<{ readonly seen: readonly string[]; readonly fix: () => void }> {
  for (const id of IDS) await store(context.inbox, eventOf(id));
  let isFixed = false;
  const seen: string[] = [];
  await context.work(async ({ id }) => {
    if (!isFixed) return failed;
    seen.push(id);
    return processed;
  });
  await untilLetters(context, IDS.length);
  return {
    seen,
    fix() {
      isFixed = true;
    },
  };
}

async function untilLetters(
  { inbox, until }: InboxCaseContext,
  count: number,
): ReturnType<InboxCaseContext['inbox']['deadLetters']> {
  await until('the dead letters', async () => (await inbox.deadLetters()).length >= count);
  return inbox.deadLetters();
}

async function untilUnreadable(context: InboxCaseContext): Promise<void> {
  const [letter, ...more] = await untilLetters(context, 1);
  mustEqual('more dead letters', more.length, 0);
  mustHold(
    'a reason that says so',
    letter?.reason.startsWith('never_ran: ') ?? false,
    letter?.reason,
  );
}
