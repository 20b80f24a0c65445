import { createInterface } from 'node:readline';
import { lockFolder } from '../../../../../src/service/db/folder/lock-folder.js';

// Locks the folder at the first line of input, prints the result, and holds the lock until the input ends.

const [folder = ''] = process.argv.slice(2);
const print = (line: string) => process.stdout.write(`${line}\n`);

print('ready');
for await (const _ of createInterface(process.stdin)) {
  try {
    lockFolder(folder);
    print('locked');
  } catch (error) {
    print(String(error));
  }
}
