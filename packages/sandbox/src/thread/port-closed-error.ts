/** The other side of a port has ended, or the port was closed: its calls cannot be answered. */
export class PortClosedError extends Error {
  override readonly name = 'PortClosedError';

  constructor() {
    super('the port is closed');
  }
}
