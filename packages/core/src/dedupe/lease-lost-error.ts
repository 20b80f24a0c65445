/** The reason of an aborted signal, and the error of an outcome, when a lease was lost. Recognized by its `name`. */
export function leaseLostError(message: string): Error {
  const error = new Error(message);
  error.name = 'LeaseLostError';
  return error;
}
