-- The table of @screening-webhooks/postgres, as created by store.migrate().
CREATE TABLE IF NOT EXISTS "screening_webhook_claims" (
  key text COLLATE "C" PRIMARY KEY,
  owner text NOT NULL,
  done boolean NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS "screening_webhook_claims_expires_at" ON "screening_webhook_claims" (expires_at);
