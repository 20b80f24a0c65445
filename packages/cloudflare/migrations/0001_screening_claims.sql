-- The claims of d1Store in @screening-webhooks/cloudflare. A row is valid until ends_at (milliseconds since the epoch). A
-- valid row with an owner is a claim; a valid row without an owner is a done event, which committed_by may commit again.
CREATE TABLE IF NOT EXISTS screening_claims (key TEXT PRIMARY KEY NOT NULL, owner TEXT, committed_by TEXT, ends_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS screening_claims_ends_at ON screening_claims (ends_at);
