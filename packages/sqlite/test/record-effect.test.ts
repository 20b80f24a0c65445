import { fixture } from '@screening-webhooks/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { EffectInProgressError, recordEffect, sqliteStore } from '../src/index.js';
import { useFile } from './support/file.js';

describe('recordEffect', () => {
  const { open } = useFile();
  const [database, other] = [open(), open()];
  beforeAll(() => sqliteStore(database).migrate());
  const newEvent = () => fixture('report.completed', { id: `evt_${crypto.randomUUID()}` });

  it('is true once, and again after a rollback', () => {
    const event = newEvent();
    const record = (end: 'COMMIT' | 'ROLLBACK', options = {}): boolean => {
      database.exec('BEGIN');
      const isNew = recordEffect(database, event, options);
      database.exec(end);
      return isNew;
    };
    expect(record('ROLLBACK')).toBe(true);
    expect(record('COMMIT')).toBe(true);
    expect(record('COMMIT')).toBe(false);
    expect(record('COMMIT', { name: 'another effect' })).toBe(true);
    database.exec('UPDATE screening_webhook_claims SET ends_at = 0');
    expect(record('COMMIT')).toBe(true);
  });

  it('works in the function of a transaction', () => {
    const event = newEvent();
    const run = database.transaction(() => recordEffect(database, event));
    expect([run(), run.immediate()]).toEqual([true, false]);
  });

  it('refuses to be committed alone', () => {
    const event = newEvent();
    expect(() => recordEffect(database, event)).toThrow(/expected an open transaction/);
    expect(database.inTransaction).toBe(false);
    database.exec('BEGIN');
    expect(recordEffect(database, event)).toBe(true);
    database.exec('ROLLBACK');
  });

  it('checks a database once', () => {
    const prepared: string[] = [];
    const counted = {
      exec: (sql: string) => database.exec(sql),
      prepare(sql: string) {
        prepared.push(sql);
        return database.prepare(sql);
      },
    };
    database.exec('BEGIN');
    const counts = [1, 2].map(() => {
      recordEffect(counted, newEvent());
      return prepared.splice(0).length;
    });
    database.exec('ROLLBACK');
    // The second call reads busy_timeout, and records.
    expect(counts).toEqual([3, 2]);
  });

  it('does not wait for another connection that writes, and leaves nothing in progress', async () => {
    other.exec('BEGIN IMMEDIATE');
    other.exec('UPDATE screening_webhook_claims SET ends_at = 0');
    database.exec('PRAGMA busy_timeout = 60000');
    database.exec('BEGIN');
    expect(() => recordEffect(database, newEvent())).toThrow(EffectInProgressError);
    database.exec('ROLLBACK');
    other.exec('COMMIT');
    expect(await sqliteStore(database).claim('key', 'owner', 1000)).toBe('acquired');
  });
});
