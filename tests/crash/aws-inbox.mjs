// The SQS inbox for scenarios, with the inbox operations that drills use.
import { dynamoStore } from '@screening-webhooks/aws/dynamodb';
import { sqsConsumer, sqsInbox } from '@screening-webhooks/aws/sqs';
import {
  countMessages,
  createQueues,
  createTable,
  openDynamo,
  openSqs,
  peek,
  queueUrlOf,
  TABLE,
} from './servers/aws-clients.mjs';
import { CLIENT_TIMEOUT } from './service-time.mjs';

// The minimum that the store accepts: a lease lasts twice as long in the table as for its owner.
export const STORE_OPTIONS = { tableName: TABLE, maxClockSkew: 2000 };

// SQS counts whole seconds.
const VISIBILITY_TIMEOUT = 1000;

/**
 * @param options `fifo`: the kind of queue. `attempts`: for its redrive policy. `aws`: replaces functions of the package.
 * `consumerStore`: maps the store of the inbox to the store of the consumer.
 * @returns `{ name, server, prepare, open }`, like the other inboxes. `open` returns `{ inbox, close }`.
 */
export function sqsQueue({
  fifo = true,
  attempts = 100,
  aws,
  consumerStore = (store) => store,
} = {}) {
  const name = fifo ? 'events.fifo' : 'events';
  const deadLetters = fifo ? 'dead.fifo' : 'dead';
  return {
    name: 'sqsInbox',
    server: 'aws',
    async prepare(port) {
      await createTable(port);
      await createQueues(port, { name, deadLetters, attempts });
    },
    open(port, { lease, backoff, maxBackoff, orderBy }) {
      const functions = { sqsConsumer, sqsInbox, ...aws };
      const client = openSqs(port);
      const dynamo = openDynamo(port);
      const store = dynamoStore(dynamo, { ...STORE_OPTIONS, timeout: CLIENT_TIMEOUT });
      const queueUrl = queueUrlOf(port, name);
      const order = orderBy && { orderBy };
      const { store: accept } = functions.sqsInbox(client, store, { queueUrl, lease, ...order });
      const backoffs = { ...(backoff && { backoff }), ...(maxBackoff && { maxBackoff }) };
      const inbox = {
        store: accept,
        async work(process, options) {
          const consumer = functions.sqsConsumer(client, process, consumerStore(store), {
            queueUrl,
            visibilityTimeout: VISIBILITY_TIMEOUT,
            lease,
            ...backoffs,
          });
          return consumer.work(options);
        },
        deadLetters: () => peek(client, queueUrlOf(port, deadLetters)),
        /** SQS has no replay by id. An event has ended when its message is gone: see `stuckIn`. */
        replay: async () => ((await countMessages(client, queueUrl)) === 0 ? 1 : 0),
      };
      return {
        inbox,
        close() {
          client.destroy();
          dynamo.destroy();
        },
      };
    },
  };
}
