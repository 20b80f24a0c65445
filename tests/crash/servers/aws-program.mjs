// DynamoDB and SQS as a program has them, on one socket: dynalite, and the server of the tests of packages/aws. With `tsx`.
import { once } from 'node:events';
import { createServer } from 'node:http';
import dynalite from 'dynalite';
import { sqsService } from '../../../packages/aws/test/support/sqs-service.ts';

const [socketPath] = process.argv.slice(2);
const SECOND_MS = 1000;
const sqs = sqsService(SECOND_MS);
const [dynamo] = dynalite({ createTableMs: 0 }).listeners('request');
const server = createServer();
let loses;

server.on('request', (req, res) => {
  const operation = String(req.headers['x-amz-target']).replace(/.*\./, '');
  if (operation === loses) {
    loses = undefined;
    res.end = () => res.destroy();
  }
  const isSqs = String(req.headers['x-amz-target']).startsWith('AmazonSQS.');
  if (isSqs) sqs.listener(req, res);
  else dynamo.call(server, req, res);
});

// Both keep what they have: what users see of an outage is that nothing answers.
const commands = {
  async start() {
    server.listen(socketPath);
    await once(server, 'listening');
  },
  async crash() {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  },
  loseReplyOf(operation) {
    loses = operation;
  },
  hasLostReply: () => loses === undefined,
};

process.on('disconnect', () => process.exit());
process.on('message', async ([command, argument]) => {
  process.send({ result: await commands[command](argument) });
});
