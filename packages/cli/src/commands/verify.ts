import { Command } from 'commander';
import type { Host } from '../host.js';
import type { Terminal } from '../terminal/terminal.js';

/** `verify`. */
export function verifyCommand(_terminal: Terminal, _host: Host): Command {
  return new Command('verify');
}
