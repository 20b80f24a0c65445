import type { OpenDatabase } from '../connect.js';

export async function openFolderDatabase(path: string): Promise<OpenDatabase> {
  throw new Error(path);
}
