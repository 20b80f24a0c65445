import { frozenHolder } from '../scenarios/service-frozen-holder.mjs';
import { change } from '../service/service-time.mjs';

export const scenario = {
  ...frozenHolder([
    change(
      'service/engine/engine.ts',
      'await setClock(sql, { mode, now }, role.mayRun)',
      'await setClock(sql, { mode, now })',
    ),
  ]),
  name: 'the service: a frozen holder of the clock that sets it later',
  flaw: 'changed by A',
};
