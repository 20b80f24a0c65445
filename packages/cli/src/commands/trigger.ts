import { Command } from 'commander';
import type { Host } from '../host.js';
import type { Terminal } from '../terminal/terminal.js';

/** `trigger`. */
export function triggerCommand(_terminal: Terminal, _host: Host): Command {
  return new Command('trigger');
}
