#!/usr/bin/env node
import { run } from './run.js';
import { processTerminal } from './terminal/process-terminal.js';

await run(process.argv.slice(2), processTerminal());
