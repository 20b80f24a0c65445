/** The clock is being moved: one command at a time moves it. */
export class ClockHeldError extends Error {
  constructor() {
    super('The clock is being moved. Wait for the answer of the command that moves it.');
    this.name = 'ClockHeldError';
  }
}
