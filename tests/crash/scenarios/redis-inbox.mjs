import { createReceiver } from '@screening-webhooks/core';
import { appendToFile, createHandler, runsInFile } from '../effects.mjs';
import { redisInbox } from '../inboxes.mjs';
import { inboxTimes, receiverTimes } from '../service-time.mjs';

export const scenario = {
  name: 'redisInbox',
  server: 'redis',
  exactlyOnce: false,
  ordered: true,
  receivers: 2,
  workers: 2,
  open,
  receiver: (context) => open(context).receiver,
  async worker(context) {
    const { inbox, receiver } = open(context);
    await inbox.work(receiver.dispatch, { concurrency: 8 });
  },
  runs: ({ file }) => runsInFile(file),
  openInbox,
};

function openInbox({ port }, options = {}) {
  return redisInbox.open(port, { orderBy: 'verificationId', ...inboxTimes, ...options });
}

function open({ port, file, secret }, options, delays = {}) {
  const { inbox } = openInbox({ port }, options);
  const handlers = { '*': createHandler(appendToFile(file), delays) };
  return { inbox, receiver: createReceiver({ secret, ...receiverTimes, inbox, handlers }) };
}
