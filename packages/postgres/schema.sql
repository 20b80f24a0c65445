-- The tables of @screening-webhooks/postgres at version 1, as created by store.migrate().
CREATE TABLE IF NOT EXISTS "screening_webhook_claims" (
  key text COLLATE "C" PRIMARY KEY,
  owner text NOT NULL,
  done boolean NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS "screening_webhook_claims_expires_at" ON "screening_webhook_claims" (expires_at);
CREATE TABLE IF NOT EXISTS "screening_webhook_versions" (
  component text COLLATE "C",
  version integer,
  applied_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (component, version)
);
INSERT INTO "screening_webhook_versions" (component, version) VALUES ('screening_webhook_claims', 1)
  ON CONFLICT DO NOTHING;
