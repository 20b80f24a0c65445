import type { Response } from 'express';

/**
 * For a response whose methods throw, since middleware has replaced one. Express answers the error in a later turn, where
 * nothing catches the next throw: it would end the process.
 */
export function containErrors(response: Response): void {
  for (const name of ['setHeader', 'removeHeader', 'writeHead', 'write', 'end'] as const) {
    const method = response[name];
    Reflect.set(response, name, (...args: unknown[]) => {
      try {
        return Reflect.apply(method, response, args);
      } catch {
        response.destroy();
        return response;
      }
    });
  }
}
