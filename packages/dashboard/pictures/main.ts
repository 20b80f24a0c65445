import { fileURLToPath } from 'node:url';
import { findChromium, launchBrowser } from '../test/support/launch-browser.js';
import { takePictures } from './take-pictures.js';

// `node --import tsx packages/dashboard/pictures/main.ts`: the pictures of the READMEs.

const program = await findChromium();
if (program === null) throw new Error('There is no Chromium for this machine: set CHROME.');
const browser = await launchBrowser(program);
const folder = fileURLToPath(new URL('../../../docs/pictures', import.meta.url));
for (const name of await takePictures(browser, folder))
  process.stdout.write(`docs/pictures/${name}\n`);
await browser.close();
