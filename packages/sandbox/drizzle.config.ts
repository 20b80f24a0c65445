import { defineConfig } from 'drizzle-kit';

// Writes migrations/ from the schema: `npx drizzle-kit generate` in this folder.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/store/schema/*.ts',
  out: './migrations',
});
