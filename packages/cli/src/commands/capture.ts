import { Command } from 'commander';
import type { Host } from '../host.js';
import type { Terminal } from '../terminal/terminal.js';

/** `capture`. */
export function captureCommand(_terminal: Terminal, _host: Host): Command {
  return new Command('capture');
}
