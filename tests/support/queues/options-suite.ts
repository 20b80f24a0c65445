import type { QueueOptions } from '@screening-webhooks/core/store-kit';
import { expect, it } from 'vitest';

/**
 * Tests of the options that every inbox in tables has.
 *
 * @param open Opens an inbox on a pool that need not connect.
 */
export function queueOptionsSuite(open: (options: QueueOptions) => unknown): void {
  it.each<[string, unknown]>([
    ['attempts', 0],
    ['attempts', 1.5],
    ['backoff', -1],
    ['maxBackoff', Number.NaN],
    ['retention', 0],
    ['lease', 999],
    ['lease', Infinity],
    ['pollInterval', 0],
    ['orderBy', 'id'],
    ['schema', 'Inbox'],
    ['schema', 'a"; DROP TABLE b'],
    ['schema', 'a`; DROP TABLE b'],
    ['schema', ''],
    ['name', "a' b"],
    ['name', ''],
    ['timeout', 0],
  ])('for a malformed %s: %j', (option, value) => {
    expect(() => open({ [option]: value })).toThrow(`${option}: expected`);
  });

  it('for an option that it does not have', () => {
    expect(() => Reflect.apply(open, undefined, [{ retrys: 3 }])).toThrow('retrys');
  });
}
