import * as tables from '../../../db/schema/index.js';
import { integrationResource, type RowOf } from '../../../http/resource.js';

export const deliveryRecords = integrationResource(tables.webhookDeliveries, 'webhook delivery');
export type DeliveryRow = RowOf<typeof tables.webhookDeliveries>;
