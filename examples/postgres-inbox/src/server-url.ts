/** DATABASE_URL. Without it, prints the alternative and exits with 1. */
export function serverUrl(): string {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL) return DATABASE_URL;
  console.error(
    'Two processes require a PostgreSQL server: set DATABASE_URL. On PGlite, npm start runs both in one.',
  );
  process.exit(1);
}
