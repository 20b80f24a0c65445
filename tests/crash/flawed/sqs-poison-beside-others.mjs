import { sqsPoison } from '../scenarios/sqs-poison.mjs';

export const scenario = {
  ...sqsPoison(10),
  name: 'poison: sqsInbox, with a worker that has ten events at once',
  flaw: 'dead letters',
};
