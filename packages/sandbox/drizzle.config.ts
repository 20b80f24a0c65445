import { defineConfig } from 'drizzle-kit';

// Until the first release there is one migration. After a change of the schema, delete migrations/, run
// `npx drizzle-kit generate --name tables` in this folder, and append the hand-written end of the former file. From the first
// release on, `npx drizzle-kit generate` adds one. The snapshots that users have saved need an answer then: their functions
// name the columns of the version that has made them.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/service/db/schema/*.ts',
  out: './migrations',
});
