import { createReceiver } from '@screening-webhooks/core';
import { redisInbox } from '@screening-webhooks/redis/inbox';
import { Queue } from 'bullmq';
import { appendToFile, createHandler, runsInFile } from '../effects.mjs';
import { openRedis } from '../servers/clients.mjs';
import { CLIENT_TIMEOUT, inboxTimes, receiverTimes } from '../service-time.mjs';

const PREFIX = '{screening-webhooks}';

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
  async unfinished({ port }) {
    const connection = openRedis(port);
    const queue = new Queue('inbox', { connection, prefix: PREFIX });
    // Dead letters too: `failed`.
    const jobs = await queue.getJobs(['wait', 'active', 'delayed', 'prioritized', 'failed']);
    const states = await Promise.all(jobs.map(async (job) => `${job.id} ${await job.getState()}`));
    await queue.close();
    connection.disconnect();
    return states;
  },
};

function open({ port, file, secret }, options = {}, delays = {}) {
  const inbox = redisInbox({
    connection: openRedis(port),
    prefix: PREFIX,
    orderBy: 'verificationId',
    timeout: CLIENT_TIMEOUT,
    ...inboxTimes,
    ...options,
  });
  const handlers = { '*': createHandler(appendToFile(file), delays) };
  return { inbox, receiver: createReceiver({ secret, ...receiverTimes, inbox, handlers }) };
}
