export { type PostgresInbox, type PostgresInboxOptions, postgresInbox } from './postgres-inbox.js';
