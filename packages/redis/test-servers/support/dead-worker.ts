import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

/**
 * Leaves the jobs that workers have fetched as a crash leaves them after two leases: the first check has marked them, and
 * their locks have expired. The next worker that starts finds them. Waiting for it would take real leases.
 */
export async function expireLocks(client: Redis, queue: Queue): Promise<void> {
  for (const job of await queue.getActive()) {
    await client.sadd(queue.toKey('stalled'), String(job.id));
    await client.del(queue.toKey(`${job.id}:lock`));
  }
  await client.del(queue.toKey('stalled-check'));
}
