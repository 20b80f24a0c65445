/** DATABASE_URL; without it, the process ends and says what to do instead. */
export function serverUrl(): string {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL) return DATABASE_URL;
  console.error(
    'Two processes need a server: set DATABASE_URL. PGlite is one process: npm start runs both in one.',
  );
  process.exit(1);
}
