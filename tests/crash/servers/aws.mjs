import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killOnExit, scratchFolder } from '../cleanup.mjs';

const program = fileURLToPath(new URL('aws-program.mjs', import.meta.url));

/** DynamoDB and SQS in a separate process. A crash is an outage: they keep their state. */
export const aws = {
  async create() {
    const socketPath = join(scratchFolder(), 'aws.sock');
    const child = killOnExit(fork(program, [socketPath], { execArgv: ['--import', 'tsx'] }));
    let last = Promise.resolve();

    /** One after the other, since answers have no names. */
    function command(name, argument) {
      const asked = last.then(async () => {
        const answered = once(child, 'message');
        child.send([name, argument]);
        const [{ result }] = await answered;
        return result;
      });
      last = asked.catch(() => {});
      return asked;
    }

    return {
      socketPath,
      start: () => command('start'),
      crash: () => command('crash'),
      end: () => child.disconnect(),
      /** Performs the next request of an operation, such as `SendMessage`, and breaks its connection in place of the reply. */
      loseReplyOf: (operation) => command('loseReplyOf', operation),
      /** Whether a request came after `loseReplyOf`. */
      hasLostReply: () => command('hasLostReply'),
    };
  },
};
