-- The claims of @screening-webhooks/cloudflare's d1Store. A row counts while ends_at (milliseconds since the epoch) is
-- ahead: as a claim when it has an owner, as done when it has none.
CREATE TABLE IF NOT EXISTS screening_claims (key TEXT PRIMARY KEY NOT NULL, owner TEXT, ends_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS screening_claims_ends_at ON screening_claims (ends_at);
