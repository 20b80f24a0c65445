/** The error of a lease that was lost while its handler ran. It goes by its name, so that observers can tell it apart. */
export function leaseLost(message: string): Error {
  const error = new Error(message);
  error.name = 'LeaseLostError';
  return error;
}
