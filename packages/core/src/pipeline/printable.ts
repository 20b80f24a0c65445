/**
 * A part of an event as text for a log line. An event may hold any characters: none may start a new line, colour the terminal,
 * or be a placeholder of the console that takes the place of the error.
 */
export function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]|%/g, '?').slice(0, 100);
}
