import { paint } from './paint.js';
import { runDemo } from './run-demo.js';
import { table } from './table.js';

// Runs the demo and prints its table. Exits 1 unless everything is what the specification demands.

// https://no-color.org: set and not empty.
const colours = process.stdout.isTTY && !process.env['NO_COLOR'];
const { bold, dim } = paint(colours);

console.log(`\n  ${bold('Screening webhooks, received by an Express app that was there first')}`);
console.log(dim('  really signed, over real HTTP\n'));
const report = await runDemo();
console.log(table(report, paint(colours)));
console.log();
if (report.mismatches.length > 0) process.exitCode = 1;
