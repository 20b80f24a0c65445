import { ServiceError } from '../../src/index.js';

/** Resolves with the ServiceError that the call rejects with. Rejects if the call succeeds or throws another error. */
export async function serviceErrorOf(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('The call did not fail.');
}
