import { z } from 'zod';
import type { InputShape } from '../api/operation.js';
import { type RawInput, readInput } from '../api/read-input.js';
import type { RunCommand } from '../engine/command.js';
import type { Engine } from '../engine/engine.js';
import type { Sql } from '../store/sql.js';

/** What a control works with. */
export interface ControlContext {
  readonly sql: Sql;
  /** Runs a command, and wakes the engine when it has committed. */
  readonly runCommand: RunCommand;
  readonly engine: Engine;
  /** Whether the clock and the state may be set, which other processes would not expect. */
  readonly movesClock: boolean;
  /** The number of the last request id, which snapshots keep. */
  readonly requestIds: { readonly count: () => number; restart(count: number): void };
}

/** A row of the table of controls: the real service has none of them. */
export interface Control {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/_sandbox${string}`;
  readonly summary: string;
  readonly status: 200 | 201;
  /** Sets the clock or the state for all who use the service. */
  readonly movesClock: boolean;
  /** Checks a request, and returns what it does. @throws Problem naming every fault. */
  readonly prepare: (input: RawInput) => (context: ControlContext) => Promise<unknown>;
}

export function control<Shape extends InputShape>(row: {
  readonly method: Control['method'];
  readonly path: Control['path'];
  readonly summary: string;
  /** Default 200. */
  readonly status?: Control['status'];
  /** Default false. */
  readonly movesClock?: boolean;
  readonly input: Shape;
  readonly handle: (
    input: z.output<z.ZodObject<Shape>>,
    context: ControlContext,
  ) => Promise<unknown>;
}): Control {
  const schema = z.object(row.input);
  return {
    ...row,
    status: row.status ?? 200,
    movesClock: row.movesClock ?? false,
    prepare(raw) {
      const input = readInput(schema, raw);
      return (context) => row.handle(input, context);
    },
  };
}
