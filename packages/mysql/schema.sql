-- The tables of @screening-webhooks/mysql at version 1, as created by store.migrate() and inbox.migrate().
CREATE TABLE IF NOT EXISTS `screening_webhook_claims` (
  claim_key VARBINARY(767) NOT NULL PRIMARY KEY,
  owner VARBINARY(767) NOT NULL,
  done TINYINT NOT NULL,
  expires_at BIGINT NOT NULL COMMENT 'microseconds since 1970, UTC',
  KEY expires_at (expires_at)
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS `screening_webhook_inbox_events` (
  arrival BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  inbox VARBINARY(100) NOT NULL,
  event_id VARBINARY(600) NOT NULL,
  event_key VARBINARY(36) NOT NULL,
  line VARBINARY(601) NOT NULL,
  position BIGINT,
  received_at DOUBLE NOT NULL,
  ended_at BIGINT,
  outcome VARBINARY(20),
  reason BLOB,
  attempts INT NOT NULL DEFAULT 0,
  event LONGBLOB NOT NULL,
  UNIQUE KEY stored_once (inbox, event_id, event_key),
  KEY open (inbox, line, position),
  KEY ended (inbox, outcome, ended_at),
  KEY received (inbox, received_at)
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS `screening_webhook_inbox_lines` (
  inbox VARBINARY(100) NOT NULL,
  line VARBINARY(601) NOT NULL,
  head BIGINT NOT NULL DEFAULT 1,
  last BIGINT NOT NULL,
  run_at BIGINT NOT NULL,
  attempts INT NOT NULL DEFAULT 0,
  deaths INT NOT NULL DEFAULT 0,
  suspect TINYINT NOT NULL DEFAULT 0,
  alone TINYINT NOT NULL DEFAULT 0,
  token VARBINARY(100),
  lease_end BIGINT,
  worker VARBINARY(255),
  reason BLOB,
  PRIMARY KEY (inbox, line),
  KEY due (inbox, lease_end, suspect, run_at)
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS `screening_webhook_inbox_paused` (inbox VARBINARY(100) NOT NULL PRIMARY KEY) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS `screening_webhook_versions` (
  component VARBINARY(64) NOT NULL,
  version INT NOT NULL,
  PRIMARY KEY (component, version)
) ENGINE = InnoDB;
INSERT INTO `screening_webhook_versions` (component, version) VALUES
  ('screening_webhook_claims', 1), ('screening_webhook_inbox', 1)
  ON DUPLICATE KEY UPDATE version = 1;
