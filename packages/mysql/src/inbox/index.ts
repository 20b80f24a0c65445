export { type MysqlInbox, type MysqlInboxOptions, mysqlInbox } from './mysql-inbox.js';
