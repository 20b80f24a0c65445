import { migrationsFolder } from '../../../packages/sandbox/src/service/db/package-files.js';

// A program that bundles a source of the sandbox and needs the package's files. Prints where they are.

process.stdout.write(`${migrationsFolder()}\n`);
