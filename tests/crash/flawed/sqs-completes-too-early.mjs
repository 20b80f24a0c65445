import { scenario as sqsInboxScenario } from '../scenarios/sqs-inbox.mjs';

export const scenario = {
  ...sqsInboxScenario,
  name: 'sqsInbox, whose worker completes before it runs',
  flaw: 'missing',
  async worker(context) {
    const { inbox, receiver } = sqsInboxScenario.open(context);
    await inbox.work(async (event) => {
      setTimeout(receiver.dispatch, 500, event);
      return { kind: 'processed' };
    });
  },
};
