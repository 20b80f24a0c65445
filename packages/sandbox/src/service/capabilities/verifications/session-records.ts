import * as tables from '../../db/schema/index.js';
import { integrationResource } from '../../http/resource.js';

export const sessionRecords = integrationResource(
  tables.verificationSessions,
  'verification session',
);
