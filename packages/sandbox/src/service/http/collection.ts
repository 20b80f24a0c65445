import { z } from 'zod';
import type { Command } from '../kernel/command.js';
import { text } from '../limits/bounded.js';
import { type ListRow, listOperation, type Sent, type Shape } from './list-operation.js';
import {
  type ChangeContext,
  changeOperation,
  type InputShape,
  type ReadContext,
  type Row as RouteRow,
  readOperation,
} from './operation.js';
import type { Objects } from './resource.js';
import { allow, type States, type StateTable, toAllowance } from './state-machine.js';
import type { WireOf } from './wire.js';

/** The parts of a row of the route table that an operation of a collection sets. */
type Described = Pick<
  RouteRow<InputShape, z.ZodType>,
  'id' | 'summary' | 'lifecycle' | 'readsRequestLog' | 'refuses' | 'shown' | 'status' | 'tenantWide'
>;

interface Create<Row, Body extends z.ZodType> extends Described {
  readonly body: Body;
  readonly run: (context: ChangeContext, body: z.output<Body>) => Promise<Row>;
}

/** A change of one object, by a row of its state table. */
interface Change<Row, Body extends z.ZodType> extends Described {
  /** The last part of the path of a POST. Default: the name of the action. */
  readonly at?: string;
  /** Default: the request has none. */
  readonly body?: Body;
  /** Finds and locks the row. Default: by its id. */
  readonly lock?: (context: ChangeContext, id: string) => Promise<Row>;
  /**
   * Carries out the action on a locked row whose state allows it. Default: only changes the state.
   *
   * @returns the row after it.
   */
  readonly run?: (context: ChangeContext, row: Row, body: z.output<Body>) => Promise<Row>;
}

/** The state machine of the resource, if it has one. */
interface Acting<Row, Status extends string, Columns, Action extends string> {
  readonly states: States<Row, Status, Columns, StateTable<Status, Action>>;
  readonly act: (command: Command, action: Action, row: Row, changes: object) => Promise<Row>;
}

/** The objects of a resource in the API: their path, their representation, and the actions on them. */
interface Collection<
  Row extends object,
  Item extends z.ZodObject,
  Views extends Shape,
  Status extends string,
  Columns extends object,
  Action extends string,
> extends Pick<ListRow<Row, Item, Shape, Views>, 'item' | 'views' | 'toWire'> {
  readonly of: Objects<Row> & Partial<Acting<NoInfer<Row>, Status, Columns, Action>>;
  readonly path: `/v1/${string}`;
  /** The name of the id in paths. Default: `id`. */
  readonly param?: string;
  /** Only a key of a partner may call the operations. */
  readonly partner?: true;
  /** All integrations of the tenant share the objects: a key that is bound to one may only read them. */
  readonly shared?: true;
}

/**
 * Makes the operations of a collection. A change locks the row, and is refused in a state that does not allow it, before anything else
 * of it runs. The OpenAPI document is written from the same table.
 */
export function collection<
  Row extends object,
  Item extends z.ZodObject,
  Status extends string,
  Columns extends object,
  Action extends string,
  const Views extends Shape = Record<never, never>,
>({
  path,
  param = 'id',
  partner,
  shared,
  of,
  item,
  views,
  toWire,
}: Collection<Row, Item, Views, Status, Columns, Action>) {
  const params = z.object({ [param]: text('id') });
  const pathOfObject = `${path}/{${param}}` as const;
  const common = { ...(partner ? { partner } : {}), returns: item };
  const commonToChanges = { ...common, ...(shared ? { tenantWide: shared } : {}) };
  const idIn = (sent: Readonly<Record<string, unknown>>) => String(sent[param]);

  async function show(row: Row, context: ReadContext, sent: Sent<Views>): Promise<WireOf<Item>> {
    const [shown] = await toWire([row], context, sent);
    if (shown === undefined) throw new Error(`${path}: an object was lost.`);
    return shown;
  }

  function changing(method: 'PATCH' | 'DELETE' | 'POST') {
    return <const Body extends z.ZodType = z.ZodNever>(
      action: Action,
      { at = action, body, lock, run, refuses = [], ...described }: Change<Row, Body>,
    ) => {
      const { states, act } = of;
      if (!states || !act) throw new Error(`${path}: ${action} needs a table of states.`);
      return changeOperation({
        ...commonToChanges,
        ...described,
        ...toAllowance(states, action),
        method,
        path: method === 'POST' ? `${pathOfObject}/${at}` : pathOfObject,
        input: body === undefined ? { params } : { params, body },
        refuses: ['state_conflict', ...refuses],
        async handle(input, context) {
          const id = idIn(input.params);
          const before = await (lock?.(context, id) ?? of.lock(context.tx, context.scope, id));
          allow(states, action, before);
          // The schema of the input contains the schema of the body, and so do the types.
          const given = ('body' in input ? input.body : undefined) as z.output<Body>;
          const after = run
            ? await run(context, before, given)
            : await act(context, action, before, {});
          return show(after, { ...context, sql: context.tx }, {});
        },
      });
    };
  }

  return {
    list: <const Filters extends Shape = Record<never, never>>(
      row: Described &
        Pick<ListRow<Row, Item, Filters, Views>, 'filters' | 'ownFilters' | 'where' | 'search'>,
    ) => listOperation({ ...common, ...row, path, of, item, toWire, ...(views ? { views } : {}) }),

    get: (described: Described) =>
      readOperation({
        ...common,
        ...described,
        path: pathOfObject,
        input: views ? { params, query: z.strictObject(views).partial() } : { params },
        async handle({ params: sent, ...input }, context) {
          const row = await of.find(context.sql, context.scope, idIn(sent));
          return show(row, context, ('query' in input ? input.query : {}) as Sent<Views>);
        },
      }),

    create: <const Body extends z.ZodType>({ body, run, ...described }: Create<Row, Body>) =>
      changeOperation({
        ...commonToChanges,
        status: 201,
        ...described,
        method: 'POST',
        path,
        input: { body },
        async handle(input, context) {
          const given = ('body' in input ? input.body : undefined) as z.output<Body>;
          const row = await run(context, given);
          return show(row, { ...context, sql: context.tx }, {});
        },
      }),

    /** A PATCH of an object. */
    change: changing('PATCH'),

    /** A DELETE of an object. */
    remove: changing('DELETE'),

    /** A POST to the path of an object and the name of the action. */
    act: changing('POST'),
  };
}
