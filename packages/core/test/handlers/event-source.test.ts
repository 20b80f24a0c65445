import { describe, expect, it } from 'vitest';
import type { EventEnvelope } from '../../src/index.js';
import { pollOf, receiverWith, webhook } from '../support/reconciling.js';

describe('event.source', () => {
  it('is webhook or poll, and an event still compares as it was sent', async () => {
    const { deliver, handler, poll: process, receiver } = receiverWith();
    const event = webhook('evt_1', { verificationId: 'dv_9' });
    await deliver(event);
    await process();
    await receiver.process(Object.freeze(webhook('evt_2', { verificationId: 'dv_8' })));
    expect(handler.mock.calls.map(([{ source }]) => source)).toEqual([
      'webhook',
      'poll',
      'webhook',
    ]);
    expect(handler.mock.calls[0]?.[0]).toEqual(event);
    expect(JSON.stringify(handler.mock.calls[0]?.[0])).toBe(JSON.stringify(event));
  });

  it.each(['poll', 'webhook', 7, null, { a: 1 }])(
    'a source of %j that was sent is not handed on',
    async (source) => {
      const stored: EventEnvelope[] = [];
      const sent = { ...webhook('evt_1'), source };
      const { deliver, handler } = receiverWith();
      await deliver(sent);
      expect(handler.mock.lastCall?.[0].source).toBe('webhook');

      const inbox = {
        store: (event: EventEnvelope) => {
          stored.push(event);
          return 'stored' as const;
        },
      };
      const accepting = receiverWith({ inbox });
      expect(await accepting.deliver(sent)).toBe('accepted');
      for (const event of stored) await accepting.receiver.dispatch(event);
      expect(accepting.handler.mock.lastCall?.[0].source).toBe('webhook');
    },
  );

  it('of dispatch is webhook, unless the event says poll', async () => {
    const { receiver, handler } = receiverWith();
    await receiver.dispatch(Object.freeze(webhook('evt_1')));
    await receiver.dispatch(pollOf());
    // @ts-expect-error what a JavaScript caller could give
    await receiver.dispatch({ ...webhook('evt_1'), source: 'mail' });
    expect(handler.mock.calls.map(([{ source }]) => source)).toEqual([
      'webhook',
      'poll',
      'webhook',
    ]);
  });
});
