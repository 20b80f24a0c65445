/** The first unfinished job of an order value. */
export interface FirstJob {
  /** Empty when there is none. */
  readonly id: string;
  /**
   * What it waits for: held, to be released; finished, to be replayed. Undefined when it waits for neither: it is queued, it
   * runs, or the time of its retry has not come.
   */
  readonly waits: 'held' | 'replay' | undefined;
}
