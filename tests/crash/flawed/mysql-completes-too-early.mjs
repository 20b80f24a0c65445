import { scenario as mysqlInboxScenario } from '../scenarios/mysql-inbox.mjs';

export const scenario = {
  ...mysqlInboxScenario,
  name: 'mysqlInbox, a worker that completes before it runs',
  flaw: 'missing',
  async worker(context) {
    const { inbox, receiver } = mysqlInboxScenario.open(context);
    await inbox.work(async (event) => {
      setTimeout(receiver.dispatch, 500, event);
      return { kind: 'processed' };
    });
  },
};
