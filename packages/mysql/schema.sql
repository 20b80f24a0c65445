-- The tables of @screening-webhooks/mysql at version 1, as created by store.migrate().
CREATE TABLE IF NOT EXISTS `screening_webhook_claims` (
  claim_key VARBINARY(767) NOT NULL PRIMARY KEY,
  owner VARBINARY(767) NOT NULL,
  done TINYINT NOT NULL,
  expires_at BIGINT NOT NULL COMMENT 'microseconds since 1970, UTC',
  KEY expires_at (expires_at)
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS `screening_webhook_versions` (
  component VARBINARY(64) NOT NULL,
  version INT NOT NULL,
  PRIMARY KEY (component, version)
) ENGINE = InnoDB;
INSERT INTO `screening_webhook_versions` (component, version) VALUES ('screening_webhook_claims', 1)
  ON DUPLICATE KEY UPDATE version = 1;
