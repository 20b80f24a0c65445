import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** The path of the browser in `CHROME`, or of the one that npm has installed, for Linux on x64. `null` if there is none. */
export async function findChromium(): Promise<string | null> {
  const chosen = process.env['CHROME'];
  if (chosen !== undefined) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROME names ${chosen}, which is not there.`);
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  return sparticuz.executablePath();
}

/** Starts a headless browser. */
export function launchBrowser(program: string): Promise<Browser> {
  return chromium.launch({
    executablePath: program,
    // The default arguments of the package would disable the security rules under test.
    args: ['--no-sandbox', '--headless=shell'],
  });
}
