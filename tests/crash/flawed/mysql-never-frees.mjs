import { lostReplies } from '../scenarios/lost-replies.mjs';
import { openMysqlPool } from '../servers/clients.mjs';

export const scenario = {
  ...lostReplies({ server: 'mariadb', open }),
  name: 'lost replies: a store on mysql2 that never frees a claim',
  flaw: 'claimed by nobody',
};

// Without an owner, and with a release of answered claims only: a claim whose reply was lost is never free again.
async function open(port) {
  const pool = openMysqlPool(port, 1);
  await pool.query('CREATE TABLE held (claim VARBINARY(200) PRIMARY KEY, done TINYINT)');
  const changes = async (sql, key) => (await pool.query(sql, [key]))[0].affectedRows === 1;
  const answered = new Set();
  const store = {
    async claim(key, _owner, lease) {
      if (await changes('INSERT IGNORE INTO held VALUES (?, 0)', key)) {
        answered.add(key);
        return 'acquired';
      }
      const [[row]] = await pool.query('SELECT done FROM held WHERE claim = ?', [key]);
      return row?.done === 1 ? 'done' : { busyForMs: lease };
    },
    extend: async () => true,
    commit: (key) => changes('UPDATE held SET done = 1 WHERE claim = ?', key),
    async release(key) {
      if (answered.has(key)) await changes('DELETE FROM held WHERE claim = ?', key);
      return true;
    },
  };
  return { store, close: () => pool.end() };
}
