import { isRecord } from '../../handle/is-record.js';
import type { SandboxError } from '../../handle/sandbox-error.js';
import { shown } from './print.js';

/** What the service refused, in one sentence. */
export function describeRefusal({ message, problem, status }: SandboxError): string {
  const errors = Array.isArray(problem?.['errors']) ? problem['errors'].filter(isRecord) : [];
  if (errors.length > 0) {
    return errors
      .map(({ param, message: fault }) => shown(param === '' ? fault : `${param}: ${fault}`))
      .join('; ');
  }
  if (typeof problem?.['detail'] === 'string') return shown(problem['detail']);
  return shown(status === undefined ? message : `the service answered ${status}: ${message}`);
}
