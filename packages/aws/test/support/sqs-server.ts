import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll } from 'vitest';
import type { QueueOptions, SqsQueue } from './sqs-queue.js';
import { type SqsService, sqsService } from './sqs-service.js';

export type { SqsFault } from './sqs-service.js';

/** A server for SQS on a port of its own. */
export interface TestSqs extends Pick<SqsService, 'operations' | 'requests' | 'faults'> {
  readonly client: (config?: SQSClientConfig) => SQSClient;
  /** Creates an empty queue. */
  readonly queue: (options?: QueueOptions) => {
    readonly queue: SqsQueue;
    readonly queueUrl: string;
  };
}

/** @param secondMs Milliseconds that a second of the server takes: tests need not wait for whole ones. */
export function useSqs(secondMs: number): TestSqs {
  const service = sqsService(secondMs);
  const server = createServer(service.listener);
  const clients: SQSClient[] = [];
  let queues = 0;
  let endpoint = '';

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    for (const client of clients) client.destroy();
    service.wake();
    server.closeAllConnections();
    server.close();
  });

  return {
    operations: service.operations,
    requests: service.requests,
    faults: service.faults,
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
      const name = `q${queues}${options.fifo ? '.fifo' : ''}`;
      queues += 1;
      return {
        queue: service.queue(name, options),
        queueUrl: `${endpoint}/000000000000/${name}`,
      };
    },
  };
}
