import type { DeadLetter } from '@screening-webhooks/core';
import { eventOfLetter, UnreadableEvent } from '@screening-webhooks/core/store-kit';
import type { RedisCommands } from '../redis-client.js';
import { redisScript, runListScript } from '../redis-script.js';
import { attemptsOf } from './crash-record.js';
import { eventIdOf, eventOfText } from './inbox-job.js';

// BullMQ's own getter rejects when it cannot read one of the jobs. A job that is not a hash answers with an error.
const FAILED = redisScript(`
local failed = redis.call('ZREVRANGE', KEYS[1], 0, ARGV[2], 'WITHSCORES')
local found = {}
for i = 1, #failed, 2 do
  local job = redis.pcall('HMGET', ARGV[1] .. failed[i], 'data', 'failedReason', 'atm', 'progress')
  found[#found + 1] = failed[i]
  found[#found + 1] = failed[i + 1]
  for field = 1, 4 do found[#found + 1] = job[field] or '' end
end
return found`);

/** Reads the newest dead letters, whatever has become of their jobs. @param keyBase The prefix of BullMQ's keys. */
export async function readDeadLetters(
  commands: RedisCommands,
  keyBase: string,
  limit: number,
): Promise<readonly DeadLetter[]> {
  const last = Math.min(Math.ceil(limit), Number.MAX_SAFE_INTEGER) - 1;
  const args = [keyBase, String(last)];
  const values = await runListScript(commands, FAILED, [`${keyBase}failed`], args);
  const letters: DeadLetter[] = [];
  for (let index = 0; index < values.length; index += 6) {
    const [id = '', finishedOn, data = '', failedReason, made, progress = ''] = values.slice(
      index,
      index + 6,
    );
    const event = eventOfText(data);
    letters.push({
      event: eventOfLetter(event, eventIdOf(id)),
      attempts: attemptsOf({ attemptsMade: Number(made) || 0, progress: fromJson(progress) }),
      reason: failedReason || (event instanceof UnreadableEvent ? event.reason : ''),
      givenUpAt: Number(finishedOn),
    });
  }
  return letters;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return;
  }
}
