import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** The browser of `CHROME`, or the one that npm has installed, which is for Linux on x64. Null: there is none. */
export async function findChromium(): Promise<string | null> {
  const chosen = process.env['CHROME'];
  if (chosen !== undefined) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROME names ${chosen}, which is not there.`);
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  return sparticuz.executablePath();
}

/** Starts a browser without a window. */
export function launchBrowser(program: string): Promise<Browser> {
  return chromium.launch({
    executablePath: program,
    // The package's own arguments would turn off the rules that the tests are about.
    args: ['--no-sandbox', '--headless=shell'],
  });
}
