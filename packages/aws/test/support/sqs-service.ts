import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { md5, type QueueOptions, SqsError, SqsQueue } from './sqs-queue.js';

/** The fields of the requests that the service knows. */
interface SqsRequest {
  readonly QueueUrl?: string;
  readonly QueueName?: string;
  readonly Attributes?: Readonly<Record<string, string>>;
  readonly MessageBody?: string;
  readonly MessageGroupId?: string;
  readonly MessageDeduplicationId?: string;
  readonly ReceiptHandle?: string;
  readonly VisibilityTimeout?: number;
  readonly MaxNumberOfMessages?: number;
  readonly MessageSystemAttributeNames?: readonly string[];
  readonly WaitTimeSeconds?: number;
}

/** Replaces the service for the next request of an operation. */
export type SqsFault = (res: ServerResponse, handle: () => void) => void;

/** SQS as a program has it, for a server with a port of its own. */
export interface SqsService {
  readonly listener: RequestListener;
  /** Creates an empty queue. Its name is the last part of its URL. */
  readonly queue: (name: string, options?: QueueOptions) => SqsQueue;
  /** The operations that were sent, such as `SendMessage`. */
  readonly operations: string[];
  /** The last request of each operation. */
  readonly requests: Map<string, SqsRequest>;
  /** A fault for the next request of an operation. */
  readonly faults: Map<string, SqsFault>;
  /** Has each request that waits for a message look again. */
  readonly wake: () => void;
}

/** @param secondMs Milliseconds that a second of the service takes: tests need not wait for whole ones. */
export function sqsService(secondMs: number): SqsService {
  const queues = new Map<string, SqsQueue>();
  const operations: string[] = [];
  const requests = new Map<string, SqsRequest>();
  const faults = new Map<string, SqsFault>();
  const waiting = new Set<() => void>();
  const now = (): number => (performance.now() / secondMs) * 1000;
  const wake = (): void => {
    for (const each of waiting) each();
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const operation = String(req.headers['x-amz-target']).replace(/.*\./, '');
    const request = (await json(req)) as SqsRequest;
    operations.push(operation);
    requests.set(operation, request);
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
    if (operation === 'CreateQueue') return create(request);
    const queue = queues.get(lastPart(request.QueueUrl, '/'));
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
        wake();
        return { MessageId: id, MD5OfMessageBody: md5(MessageBody) };
      }
      case 'ReceiveMessage':
        return { Messages: await receive(queue, request, res) };
      case 'DeleteMessage':
        queue.delete(ReceiptHandle);
        // A message of the same group may be next.
        wake();
        return {};
      case 'ChangeMessageVisibility':
        queue.changeVisibility(ReceiptHandle, request.VisibilityTimeout ?? -1);
        wake();
        return {};
      case 'GetQueueAttributes':
        return { Attributes: queue.counts() };
      default:
        throw new SqsError('InvalidAction', `${operation} is not implemented.`);
    }
  }

  function create({ QueueName = '', Attributes = {} }: SqsRequest): object {
    const { maxReceiveCount, deadLetterTargetArn } = JSON.parse(
      Attributes['RedrivePolicy'] ?? '{}',
    );
    const deadLetters = queues.get(lastPart(deadLetterTargetArn, ':'));
    const options = {
      fifo: Attributes['FifoQueue'] === 'true',
      ...(deadLetters && { deadLetters, maxReceiveCount: Number(maxReceiveCount) }),
    };
    queues.set(QueueName, new SqsQueue(options, now));
    return { QueueUrl: `http://127.0.0.1/000000000000/${QueueName}` };
  }

  /** Long polling: waits until a message is visible, the time is over, or the client is gone. */
  async function receive(queue: SqsQueue, request: SqsRequest, res: ServerResponse) {
    const end = now() + (request.WaitTimeSeconds ?? 0) * 1000;
    const asked = request.MessageSystemAttributeNames ?? [];
    for (;;) {
      if (res.destroyed || res.writableEnded) return [];
      const received = queue.receive(request.MaxNumberOfMessages ?? 1, request.VisibilityTimeout);
      const left = end - now();
      if (received.length > 0 || left <= 0) {
        return received.map(({ id, body, receipt, receives }) => ({
          MessageId: id,
          ReceiptHandle: receipt,
          Body: body,
          MD5OfBody: md5(body),
          // SQS sends only the attributes that a request names. Consumers name this one.
          ...(asked.includes('ApproximateReceiveCount') && {
            Attributes: { ApproximateReceiveCount: String(receives) },
          }),
        }));
      }
      await new Promise<void>((resolve) => {
        const look = (): void => {
          clearTimeout(timer);
          waiting.delete(look);
          res.off('close', look);
          resolve();
        };
        const ms = (Math.min(left, queue.untilVisible() ?? left) / 1000) * secondMs;
        const timer = setTimeout(look, Math.ceil(ms) + 1);
        waiting.add(look);
        res.once('close', look);
      });
    }
  }

  return {
    listener: (req, res) => void answer(req, res),
    operations,
    requests,
    faults,
    wake,
    queue(name, options = {}) {
      const queue = new SqsQueue(options, now);
      queues.set(name, queue);
      return queue;
    },
  };
}

/** The name of a queue in its URL or its ARN. */
function lastPart(text = '', separator: string): string {
  return text.slice(text.lastIndexOf(separator) + 1);
}

function send(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  res.end(JSON.stringify(body));
}
