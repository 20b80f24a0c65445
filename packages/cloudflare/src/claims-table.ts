import { createSqliteClaims } from '@screening-webhooks/core/store-kit';

/** The table of both stores. */
export const CLAIMS = 'screening_claims';

/** The statements that create it. */
export const createClaims = (): readonly string[] =>
  createSqliteClaims(CLAIMS, `${CLAIMS}_ends_at`);
