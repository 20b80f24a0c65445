import type { Row } from '../../measure/row.js';
import { memoryStoreRows } from './memory-store.js';
import { postgresStoreRows } from './postgres-store.js';
import { redisStoreRows } from './redis-store.js';

/** Each store beside the cheapest operation that it could use. */
export async function storesSubject(): Promise<readonly Row[]> {
  return [
    ...(await memoryStoreRows()),
    ...(await redisStoreRows()),
    ...(await postgresStoreRows()),
  ];
}
