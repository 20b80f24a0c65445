// DynamoDB and SQS as a program has them, on one socket: dynalite, and the server of the tests of packages/aws. With `tsx`.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { awsListener } from '../../../packages/aws/test/support/aws-listener.ts';
import { sqsService } from '../../../packages/aws/test/support/sqs-service.ts';

const [socketPath] = process.argv.slice(2);
const answer = awsListener(sqsService(1000));
const server = createServer();
let loses;

server.on('request', (req, res) => {
  const operation = String(req.headers['x-amz-target']).replace(/.*\./, '');
  if (operation === loses) {
    loses = undefined;
    res.end = () => res.destroy();
  }
  answer.call(server, req, res);
});

// Both keep their state: during an outage, they only stop answering.
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
