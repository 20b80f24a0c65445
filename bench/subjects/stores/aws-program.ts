import { once } from 'node:events';
import { createServer } from 'node:http';
import { awsListener } from '../../../packages/aws/test/support/aws-listener.js';
import { sqsService } from '../../../packages/aws/test/support/sqs-service.js';

// DynamoDB and SQS in a separate process, which prints its port.

const sqs = sqsService(1000);
sqs.queue('events');
const server = createServer(awsListener(sqs)).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
console.log(typeof address === 'object' && address?.port);
