export { type SqliteInbox, type SqliteInboxOptions, sqliteInbox } from './sqlite-inbox.js';
