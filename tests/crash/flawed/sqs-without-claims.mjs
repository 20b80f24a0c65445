import { sqsQueue } from '../aws-inbox.mjs';
import { sqsLostReplies } from '../scenarios/sqs-lost-replies.mjs';

const forgetful = {
  claim: () => 'acquired',
  extend: () => true,
  commit: () => true,
  release: () => true,
};

export const scenario = {
  ...sqsLostReplies(sqsQueue({ fifo: false, consumerStore: () => forgetful })),
  name: 'lost replies: sqsInbox, whose consumer remembers nothing',
  flaw: 'run again',
};
