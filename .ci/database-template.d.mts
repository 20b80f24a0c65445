export function databaseTemplate(): Promise<string>;
