import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Makes every change of a file fail while a file exists, as on a disk that became read-only. A remount cannot do that while files
// are open, only the kernel can.

const { existsSync, openSync } = fs;
const marker = process.env['READ_ONLY_WHILE'];

function refuse() {
  if (!existsSync(marker)) return;
  throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', errno: -30 });
}

const changes = [
  'chmodSync',
  'ftruncateSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'rmdirSync',
  'rmSync',
  'truncateSync',
  'unlinkSync',
  'utimesSync',
  'writeFileSync',
  'writeSync',
];
for (const name of changes) {
  const change = fs[name];
  fs[name] = (...args) => {
    const isOutput = args[0] === 1 || args[0] === 2;
    if (!isOutput) refuse();
    return change(...args);
  };
}
fs.openSync = (path, flags = 'r', ...rest) => {
  const isForReading = typeof flags === 'number' ? (flags & 3) === 0 : flags === 'r';
  if (!isForReading) refuse();
  return openSync(path, flags, ...rest);
};
syncBuiltinESMExports();
