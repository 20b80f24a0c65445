import { ServiceError } from '../../src/index.js';

/** The ServiceError that a call ends with. */
export async function failure(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('The call did not fail.');
}
