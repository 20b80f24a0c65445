// The commands use this copy, so that errors of the parser are recognized.
export { Command, InvalidArgumentError, Option } from 'commander';
export { createProgram, type ProgramDescription } from './create-program.js';
export { type ExitCode, exitCodes } from './exit-code.js';
export { fileProblem, missingFolder } from './file-problem.js';
export {
  type HttpAnswer,
  type Middleware,
  type MiddlewareCode,
  recognizeMiddleware,
  saidBy,
} from './foreign-answer.js';
export { inSeconds } from './in-seconds.js';
export { positiveInteger, positiveNumber, wholeNumber } from './number-options.js';
export { decodeText, printable } from './printable.js';
export { processTerminal } from './process-terminal.js';
export { type Progress, startProgress } from './progress.js';
export {
  nameOfFile,
  readNamedFile,
  readNamedText,
  STANDARD_INPUT,
  textOf,
  toUtf8,
  utf16Of,
} from './read-file.js';
export { type RecordingTerminal, recordingTerminal } from './recording-terminal.js';
export { runProgram } from './run-program.js';
export { type Style, styleOf } from './style.js';
export { renderTable } from './table.js';
export type { Terminal } from './terminal.js';
export { joinLines, wrap } from './text-width.js';
export { UsageError } from './usage-error.js';
