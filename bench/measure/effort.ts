/** How much is measured: enough for the figures of RESULTS.md, or only so much that a subject proves that it still runs. */
export type Effort = 'full' | 'quick';

/** A number of rows, calls or repetitions, by effort. */
export type Count = Readonly<Record<Effort, number>>;

/** The effort that a program got as its first argument. */
export function effortOf(text: string | undefined): Effort {
  if (text === 'full' || text === 'quick') return text;
  throw new Error(`The first argument is the effort, full or quick; got ${text}.`);
}
