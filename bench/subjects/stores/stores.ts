import type { Row } from '../../measure/row.js';
import { memoryStoreRows } from './memory-store.js';
import { postgresStoreRows } from './postgres-store.js';
import { redisStoreRows } from './redis-store.js';

/** The stores, each beside the least that it could do. */
export async function storesSubject(): Promise<readonly Row[]> {
  return [
    ...(await memoryStoreRows()),
    ...(await redisStoreRows()),
    ...(await postgresStoreRows()),
  ];
}
