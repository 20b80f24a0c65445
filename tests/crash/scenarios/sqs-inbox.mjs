import { createReceiver } from '@screening-webhooks/core';
import { sqsQueue } from '../aws-inbox.mjs';
import { appendToFile, createHandler, runsInFile } from '../effects.mjs';
import { inboxTimes, receiverTimes } from '../service-time.mjs';

const queue = sqsQueue();

export const scenario = {
  name: 'sqsInbox',
  server: 'aws',
  exactlyOnce: false,
  ordered: true,
  // Each process loads the SDK.
  load: { share: 0.2 },
  shortLoad: { events: 60, eventsPerKill: 30, timeout: 20_000 },
  receivers: 1,
  workers: 2,
  prepare: ({ port }) => queue.prepare(port),
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
  return queue.open(port, { orderBy: 'verificationId', ...inboxTimes, ...options });
}

function open({ port, file, secret }, options, delays = {}) {
  const { inbox } = openInbox({ port }, options);
  const handlers = { '*': createHandler(appendToFile(file), delays) };
  return { inbox, receiver: createReceiver({ secret, ...receiverTimes, inbox, handlers }) };
}
