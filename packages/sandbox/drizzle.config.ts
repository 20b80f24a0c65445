import { defineConfig } from 'drizzle-kit';

// Until the first release there is one migration, and no snapshot of it in git. After a change of the schema, delete migrations/,
// run `npx drizzle-kit generate --name tables` in this folder, and append the hand-written end of the former file. The first release
// adds the snapshot; from then on, `npx drizzle-kit generate` adds a migration. The snapshots that users have saved need an answer
// then: their functions name the columns of the version that has made them.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/service/db/schema/*.ts',
  out: './migrations',
});
