import { createReceiver } from '@screening-webhooks/core';
import { sender } from '@screening-webhooks/testing';
import { sqsQueue } from '../aws-inbox.mjs';
import { eventOf } from '../inboxes.mjs';
import { until } from '../until.mjs';

const secret = 'whsec_sqs_lost_replies';
const LIMIT = 20_000;
const OPTIONS = { lease: 1000, backoff: 1000 };

// An event for each operation whose reply is lost, and how often its handler must run.
const RUNS = {
  SendMessage: 1,
  ReceiveMessage: 1,
  DeleteMessage: 1,
  ChangeMessageVisibility: 2,
};

/**
 * SQS performs an operation, and the connection breaks before the answer. Of a standard queue, a repeated send is a second
 * message.
 */
export const sqsLostReplies = (queue) => ({
  name: 'lost replies: sqsInbox',
  server: 'aws',

  async drill(stage) {
    const { port } = await stage.proxy();
    await queue.prepare(port);
    const { inbox, close } = queue.open(port, OPTIONS);
    const runs = [];
    const receiver = createReceiver({
      secret,
      inbox,
      observe: false,
      handlers: {
        '*': ({ id }) => {
          runs.push(id);
          const isFirst = runs.filter((run) => run === id).length === 1;
          if (id === 'ChangeMessageVisibility' && isFirst) throw new Error('the first time');
        },
      },
    });
    const service = sender({
      url: 'http://receiver.test/',
      secret,
      fetch: receiver.fetch,
      backoff: [],
    });
    const runsOf = (id) => runs.filter((run) => run === id).length;
    const isEmpty = async () => (await inbox.replay()) === 1;
    const failures = { 'not lost': [], 'not acked': [], 'run again': [], 'not ended': [] };

    for (const [operation, expected] of Object.entries(RUNS)) {
      await stage.server.loseReplyOf(operation);
      const worker = await inbox.work(receiver.dispatch, { concurrency: 2 });
      const { attempts } = await service.send(eventOf(operation, operation));
      if (attempts[0].status !== 202)
        failures['not acked'].push(`${operation}: ${attempts[0].status}`);
      const ended = await until(
        async () => runsOf(operation) >= expected && (await isEmpty()),
        LIMIT,
      );
      if (!ended) failures['not ended'].push(operation);
      await worker.stop();
      if (!(await stage.server.hasLostReply())) failures['not lost'].push(operation);
      if (runsOf(operation) > expected) {
        failures['run again'].push(`${operation}: ${runsOf(operation)} runs`);
      }
    }
    close();
    return failures;
  },
});

export const scenario = sqsLostReplies(sqsQueue({ fifo: false }));
