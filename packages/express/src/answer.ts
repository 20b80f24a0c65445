import type { Ack } from '@screening-webhooks/core';
import { sendAck } from '@screening-webhooks/core/node';
import type { NextFunction, Request, Response } from 'express';

/** Sends an ack. What the response throws goes to the app's error handler. */
export function answer(req: Request, res: Response, next: NextFunction, ack: Ack): void {
  try {
    sendAck(req, res, ack);
  } catch (error) {
    containErrors(res);
    next(error);
  }
}

// Middleware has replaced a method of the response by one that throws. Express answers the error in a later turn, where
// nothing catches the next throw: it would end the process.
function containErrors(response: Response): void {
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
