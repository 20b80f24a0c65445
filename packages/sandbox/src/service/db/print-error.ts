import { inspect } from 'node:util';
import { DrizzleQueryError } from 'drizzle-orm';
import { isSqlState } from './error-code.js';

const MOST_CAUSES = 5;
const MOST_OF_STATEMENT = 500;

/**
 * An error and its causes for a log: names, codes, messages and stacks. Without values: the parameters of a statement have what
 * users have sent, such as the body of an event, and so do the details of a refusal.
 */
export function printError(error: unknown): string {
  const parts: string[] = [];
  let each = error;
  for (; each instanceof Error && parts.length < MOST_CAUSES; each = each.cause) {
    parts.push(printOne(each));
  }
  if (parts.length === 0) return inspect(error, { depth: 0 });
  return parts.join('\n  caused by ');
}

function printOne(error: Error): string {
  const { name, stack = '', message } = error;
  const shownName = name === 'Error' ? error.constructor.name : name;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const shownCode = code && ` (${isSqlState(code) ? 'SQLSTATE ' : ''}${code})`;
  // The stack begins with the message as it was made, and that may have lines that look like a frame.
  const start = stack.indexOf(message);
  const frames = start === -1 ? [] : stack.slice(start + message.length).match(/^ {4}at .*$/gm);
  return [`${shownName}: ${shownMessage(error)}${shownCode}`, ...(frames ?? [])].join('\n');
}

function shownMessage(error: Error): string {
  if (error instanceof DrizzleQueryError) {
    return `Failed query: ${error.query.slice(0, MOST_OF_STATEMENT)}`;
  }
  // A refused connection to several addresses has no message of its own.
  if (error instanceof AggregateError) return error.errors.map(String).join('; ');
  return error.message;
}
