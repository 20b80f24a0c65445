import { expect } from 'vitest';
import { type Command, Oracle } from './oracle.js';
import type { System } from './system.js';

/** Runs the same commands in the service and the oracle, and compares them after each. */
export async function live(system: System, commands: readonly Command[]): Promise<void> {
  const { now, urls } = await system.reset();
  const oracle = new Oracle(now, urls);
  let histories: readonly string[] = [];
  for (const [index, command] of commands.entries()) {
    const where = `after command ${index + 1} of ${JSON.stringify(commands)}`;
    if (command.do === 'advance') {
      const moved = await system.advance(command);
      const wanted = oracle.advance(command);
      expect(moved.received, where).toEqual(wanted.received);
      expect(outcomeOf(moved.answered), where).toBe(wanted.answered);
      expect(await system.now(), where).toBe(oracle.now);
    } else {
      expect(outcomeOf(await system.change(command)), where).toBe(oracle.change(command));
    }
    const wanted = oracle.deliveries.map(({ replayOf: _inner, attempts, ...shown }) => {
      return { ...shown, attemptCount: attempts.length };
    });
    expect(await system.deliveries(), where).toEqual(wanted);
    const isLast = index === commands.length - 1;
    for (const [delivery, { attempts }] of oracle.deliveries.entries()) {
      if (!isLast && histories[delivery] === JSON.stringify(attempts)) continue;
      expect(await system.attempts(delivery), where).toEqual(attempts);
    }
    histories = oracle.deliveries.map(({ attempts }) => JSON.stringify(attempts));
  }
}

function outcomeOf(status: number | undefined): 'accepted' | number | undefined {
  return status !== undefined && status < 300 ? 'accepted' : status;
}
