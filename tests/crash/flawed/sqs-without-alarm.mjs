import { sqsQueue } from '../aws-inbox.mjs';
import { bundle, changesOf } from '../bundle.mjs';
import { partitionedWorker } from '../scenarios/partitioned-worker.mjs';

const changes = [
  changesOf('aws')('sqs/process-message.ts', 'AbortSignal.any([signal, lost])', 'signal'),
];

export const scenario = {
  ...partitionedWorker(sqsQueue()),
  name: 'partitioned worker: sqsInbox, which does not tell of a lost claim',
  flaw: 'without a signal',
  async worker(context) {
    const aws = await import(await bundle('aws', 'sqs/index.ts', changes));
    await partitionedWorker(sqsQueue({ aws })).worker(context);
  },
};
