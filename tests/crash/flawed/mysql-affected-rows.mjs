import { lostReplies } from '../scenarios/lost-replies.mjs';
import { openMysqlPool } from '../servers/clients.mjs';

export const scenario = {
  ...lostReplies({ server: 'mariadb', open }),
  name: 'lost replies: a store on mysql2 that takes its own row for that of another',
  flaw: 'claimed by nobody',
};

// Without a release that can be repeated, and without an owner: a claim whose reply was lost is never free again.
async function open(port) {
  const pool = openMysqlPool(port, 1);
  await pool.query('CREATE TABLE held (claim VARBINARY(200) PRIMARY KEY, done TINYINT)');
  const changes = async (sql, key) => (await pool.query(sql, [key]))[0].affectedRows === 1;
  const store = {
    async claim(key, _owner, lease) {
      if (await changes('INSERT IGNORE INTO held VALUES (?, 0)', key)) return 'acquired';
      const [[row]] = await pool.query('SELECT done FROM held WHERE claim = ?', [key]);
      return row?.done === 1 ? 'done' : { busyForMs: lease };
    },
    extend: async () => true,
    commit: (key) => changes('UPDATE held SET done = 1 WHERE claim = ?', key),
    release: async (key) => (await changes('DELETE FROM held WHERE claim = ?', key)) || true,
  };
  return { store, close: () => pool.end() };
}
