// Runs `npm start`, and compares its output with the README of its example.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './packages.mjs';

const example = 'examples/express-existing-app/README.md';
const page = readFileSync(join(root, example), 'utf8');
const [, shown] = /`npm start` prints:\n\n```text\n(.*?)\n```/s.exec(page) ?? [];
if (shown === undefined) throw new Error(`${example} does not show what npm start prints.`);

const demo = spawn('npm', ['start'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
let output = '';
demo.stdout.setEncoding('utf8').on('data', (text) => {
  output += text;
  process.stdout.write(text);
});
const [code] = await once(demo, 'close');
const isAsShown = stripVTControlCharacters(output).includes(shown);
if (!isAsShown) console.log(`${example} shows something else than npm start prints.`);
if (code !== 0 || !isAsShown) process.exitCode = 1;
