import { desc } from 'drizzle-orm';
import { outboxMessages } from '../db/schema/index.js';
import { figure, limits } from '../limits/limits.js';
import { createLoginLink } from '../login/sessions.js';
import { clockControls } from './clock-controls.js';
import { type Control, control, omitSeq } from './control.js';
import { deliveryControls } from './delivery-controls.js';
import { faultControls } from './fault-controls.js';
import { listenControls } from './listen-controls.js';
import { sinkControls } from './sinks.js';
import { snapshotControls } from './snapshot-controls.js';
import { triggerControls } from './trigger-controls.js';
import { verificationControls } from './verification-controls.js';

/** The table of controls. It is closed: the dashboard uses these and the API, and nothing else. */
export const controls: readonly Control[] = [
  ...clockControls,
  ...faultControls,
  ...triggerControls,
  ...snapshotControls,
  ...sinkControls,
  ...deliveryControls,
  ...listenControls,
  ...verificationControls,
  control({
    method: 'GET',
    path: '/_sandbox/outbox',
    summary: `List the emails that the service would have sent, newest first, at most ${figure('listed')}`,
    input: {},
    async handle(_input, { sql }) {
      const newest = sql.select().from(outboxMessages).orderBy(desc(outboxMessages.seq));
      return { data: (await newest.limit(limits.listed.most)).map(omitSeq) };
    },
  }),
  control({
    method: 'POST',
    path: '/_sandbox/login-links',
    summary: 'Create a link that signs in to the dashboard once, within 24 hours',
    status: 201,
    secret: true,
    input: {},
    handle: (_input, { runCommand }) => runCommand(createLoginLink),
  }),
];
