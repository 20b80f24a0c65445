import { Command, joinLines, styleOf, type Terminal, wrap } from 'screening-webhooks-terminal';
import { type CodeEntry, codeEntries } from '../explain/code-entries.js';
import { findEntries } from '../explain/find-entries.js';

/** `explain`: prints the cause and the cure of a code. */
export function explainCommand(terminal: Terminal): Command {
  return new Command('explain')
    .summary('print the cause and the cure of a code')
    .description(
      'Prints the meaning, the cause and the cure of a code that a log line, an error or an answer has. Without a code, lists all of them, each with the HTTP status of its answer.',
    )
    .argument('[code...]', 'the code, such as signature_mismatch or unavailable: secret')
    .addHelpText('after', EXAMPLES)
    .action((words: readonly string[]) => {
      const lines = words.length === 0 ? listing() : explained(words.join(' '), terminal);
      terminal.out(joinLines(lines));
    });
}

function listing(): string[] {
  return codeEntries.map(({ code, status }) => `${status}  ${code}`);
}

function explained(typed: string, terminal: Terminal): string[] {
  const style = styleOf(terminal);
  const show = ({ code, status, text }: CodeEntry): string[] => {
    const paragraphs = text.split('\n').flatMap((each) => ['', ...wrap(each, terminal.columns)]);
    return [`${style.strong(code)} (${status})`, ...paragraphs];
  };
  return findEntries(typed).flatMap((entry, index) => [...(index > 0 ? [''] : []), ...show(entry)]);
}

const EXAMPLES = `
Examples:
  $ screening-webhooks explain timestamp_in_future
  $ screening-webhooks explain unavailable: secret
  $ screening-webhooks explain

For a delivery in hand, verify names the cause and the fix.`;
