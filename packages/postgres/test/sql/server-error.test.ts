import { SetupError } from '@screening-webhooks/core/store-kit';
import { expect, it } from 'vitest';
import { isTransient } from '../../src/sql/server-error.js';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

// https://www.postgresql.org/docs/current/errcodes-appendix.html
it.each(['08006', '25006', '40001', '40P01', '53300', '55P03', '57014', '57P01', 'ECONNREFUSED'])(
  'a result is written again after %s',
  (code) => expect(isTransient(withCode(code))).toBe(true),
);

it.each(['22P05', '23505', '42501', '42P01'])('it is not written again after %s', (code) =>
  expect(isTransient(withCode(code))).toBe(false),
);

it('is not written again when the tables are missing', () => {
  expect(isTransient(new SetupError('Run migrate().'))).toBe(false);
});
