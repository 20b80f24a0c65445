import { Command } from 'commander';
import type { Terminal } from './terminal.js';

/** The name, version and help texts of a command line. */
export interface ProgramDescription {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** Printed after the help. */
  readonly afterHelp: string;
}

/** A command line without commands. It prints only through the terminal and never ends the process. */
export function createProgram(program: ProgramDescription, terminal: Terminal): Command {
  return new Command(program.name)
    .description(program.description)
    .version(program.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHelpWidth: () => helpWidth(terminal.columns),
      getErrHelpWidth: () => helpWidth(terminal.errColumns),
      getOutHasColors: () => terminal.colors,
      getErrHasColors: () => false,
      // Joins the message and its suggestion on one line.
      outputError: (text, write) => write(text.replace('\n(', ' (')),
    })
    .addHelpText('after', program.afterHelp);
}

// Without a limit, each paragraph would be one line.
function helpWidth(columns: number): number {
  return Number.isFinite(columns) ? columns : 80;
}
