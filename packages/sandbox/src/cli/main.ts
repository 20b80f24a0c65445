#!/usr/bin/env node
import { processTerminal } from 'screening-webhooks-terminal';
import { systemHost } from './host.js';
import { run } from './run.js';

await run(process.argv.slice(2), processTerminal(), systemHost());
