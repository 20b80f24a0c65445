import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll } from 'vitest';
import { md5, type QueueOptions, SqsError, SqsQueue } from './sqs-queue.js';

// Each client would say that its versions of next year need a newer Node.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

/** The fields of the requests that the server knows. */
interface SqsRequest {
  readonly QueueUrl: string;
  readonly MessageBody?: string;
  readonly MessageGroupId?: string;
  readonly MessageDeduplicationId?: string;
  readonly ReceiptHandle?: string;
  readonly VisibilityTimeout?: number;
  readonly MaxNumberOfMessages?: number;
  readonly WaitTimeSeconds?: number;
}

/** What happens to the next request of an operation, in place of what the server does. */
export type SqsFault = (res: ServerResponse, handle: () => void) => void;

/** A server for SQS on a port of its own. */
export interface TestSqs {
  readonly client: (config?: SQSClientConfig) => SQSClient;
  /** Creates an empty queue. */
  readonly queue: (options?: QueueOptions) => {
    readonly queue: SqsQueue;
    readonly queueUrl: string;
  };
  /** The operations that were sent, such as `SendMessage`. */
  readonly operations: string[];
  /** A fault for the next request of an operation. */
  readonly faults: Map<string, SqsFault>;
}

/** @param secondMs Milliseconds that a second of the server takes: tests need not wait for whole ones. */
export function useSqs(secondMs: number): TestSqs {
  const queues = new Map<string, SqsQueue>();
  const operations: string[] = [];
  const faults = new Map<string, SqsFault>();
  const clients: SQSClient[] = [];
  const waiting = new Set<() => void>();
  const now = (): number => (performance.now() / secondMs) * 1000;
  let endpoint = '';

  const server = createServer((req, res) => void answer(req, res));

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const operation = String(req.headers['x-amz-target']).replace(/.*\./, '');
    const request = (await json(req)) as SqsRequest;
    operations.push(operation);
    const handle = async (): Promise<void> => {
      try {
        send(res, 200, await perform(operation, request, res));
      } catch (error) {
        if (!(error instanceof SqsError)) throw error;
        send(res, 400, { __type: `com.amazonaws.sqs#${error.type}`, message: error.message });
      }
    };
    const fault = faults.get(operation);
    faults.delete(operation);
    if (fault) fault(res, () => void handle());
    else await handle();
  }

  async function perform(
    operation: string,
    request: SqsRequest,
    res: ServerResponse,
  ): Promise<object> {
    const queue = queues.get(request.QueueUrl);
    if (!queue) throw new SqsError('QueueDoesNotExist', 'The specified queue does not exist.');
    const {
      MessageBody = '',
      MessageGroupId,
      MessageDeduplicationId,
      ReceiptHandle = '',
    } = request;
    switch (operation) {
      case 'SendMessage': {
        const id = queue.send(MessageBody, MessageGroupId, MessageDeduplicationId);
        for (const wake of waiting) wake();
        return { MessageId: id, MD5OfMessageBody: md5(MessageBody) };
      }
      case 'ReceiveMessage':
        return { Messages: await receive(queue, request, res) };
      case 'DeleteMessage':
        queue.delete(ReceiptHandle);
        // A message of the same group may be next.
        for (const wake of waiting) wake();
        return {};
      case 'ChangeMessageVisibility':
        queue.changeVisibility(ReceiptHandle, request.VisibilityTimeout ?? -1);
        for (const wake of waiting) wake();
        return {};
      default:
        throw new SqsError('InvalidAction', `${operation} is not implemented.`);
    }
  }

  /** Long polling: waits until a message is visible, the time is over, or the client is gone. */
  async function receive(queue: SqsQueue, request: SqsRequest, res: ServerResponse) {
    const end = now() + (request.WaitTimeSeconds ?? 0) * 1000;
    for (;;) {
      if (res.destroyed || res.writableEnded) return [];
      const received = queue.receive(request.MaxNumberOfMessages ?? 1, request.VisibilityTimeout);
      const left = end - now();
      if (received.length > 0 || left <= 0) {
        return received.map(({ id, body, receipt, receives, group }) => ({
          MessageId: id,
          ReceiptHandle: receipt,
          Body: body,
          MD5OfBody: md5(body),
          Attributes: { ApproximateReceiveCount: String(receives), MessageGroupId: group },
        }));
      }
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          waiting.delete(wake);
          res.off('close', wake);
          resolve();
        };
        const ms = (Math.min(left, queue.untilVisible() ?? left) / 1000) * secondMs;
        const timer = setTimeout(wake, Math.ceil(ms) + 1);
        waiting.add(wake);
        res.once('close', wake);
      });
    }
  }

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    for (const client of clients) client.destroy();
    for (const wake of waiting) wake();
    server.closeAllConnections();
    server.close();
  });

  return {
    operations,
    faults,
    client(config = {}) {
      const client = new SQSClient({
        endpoint,
        region: 'eu-central-1',
        credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
        ...config,
      });
      clients.push(client);
      return client;
    },
    queue(options = {}) {
      const queue = new SqsQueue(options, now);
      const queueUrl = `${endpoint}/000000000000/q${queues.size}${options.fifo ? '.fifo' : ''}`;
      queues.set(queueUrl, queue);
      return { queue, queueUrl };
    },
  };
}

function send(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  res.end(JSON.stringify(body));
}
