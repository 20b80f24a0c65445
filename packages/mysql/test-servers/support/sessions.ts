/** Session settings that a server, or the pool of an app, may have. */
export const SESSIONS = [
  "SET SESSION time_zone = '-11:00'",
  "SET SESSION time_zone = '+13:00'",
  "SET SESSION sql_mode = ''",
  "SET SESSION sql_mode = 'TRADITIONAL,NO_UNSIGNED_SUBTRACTION'",
  "SET SESSION sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES,HIGH_NOT_PRECEDENCE'",
  "SET SESSION sql_mode = 'SIMULTANEOUS_ASSIGNMENT'",
  "SET SESSION sql_mode = 'ORACLE,EMPTY_STRING_IS_NULL'",
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  'SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE',
  'SET SESSION autocommit = 0',
  'SET SESSION sql_safe_updates = 1',
  "SET NAMES latin1 COLLATE 'latin1_swedish_ci'",
];

/** Options of a pool that change what a driver sends or returns. */
export const POOLS = [
  { rowsAsArray: true, bigNumberStrings: true, supportBigNumbers: true },
  { flags: ['-FOUND_ROWS'] },
  { namedPlaceholders: true, typeCast: false, nestTables: '_' },
  { multipleStatements: true, dateStrings: true, charset: 'latin1' },
];
