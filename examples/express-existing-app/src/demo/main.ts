import { colors } from './colors.js';
import { runDemo } from './run-demo.js';
import { table } from './table.js';

// Runs the demo and prints its table. Exits with 1 if a result differs from the specification.

// https://no-color.org: NO_COLOR is set and not empty.
const useColors = process.stdout.isTTY && !process.env['NO_COLOR'];
const { bold, dim } = colors(useColors);

console.log(`\n  ${bold('Screening webhooks in an existing Express app')}`);
console.log(dim('  real signatures, real HTTP\n'));
const report = await runDemo();
console.log(table(report, colors(useColors)));
console.log();
if (report.mismatches.length > 0) process.exitCode = 1;
