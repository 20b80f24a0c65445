import { once } from 'node:events';
import { createServer } from 'node:http';
import dynalite from 'dynalite';
import { sqsService } from '../../../packages/aws/test/support/sqs-service.js';

// DynamoDB and SQS in a process of their own: dynalite, and the server of the tests of packages/aws. It prints its port.

const sqs = sqsService(1000);
const [dynamo] = dynalite({ createTableMs: 0 }).listeners('request');
const server = createServer((req, res) => {
  const isSqs = String(req.headers['x-amz-target']).startsWith('AmazonSQS.');
  if (isSqs) sqs.listener(req, res);
  else dynamo?.call(server, req, res);
});
sqs.queue('events');
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
console.log(typeof address === 'object' && address?.port);
