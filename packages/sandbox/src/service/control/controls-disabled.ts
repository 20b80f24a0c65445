import { Problem } from '../http/problem.js';

/** The refusal of what would change the clock or the state for all who share a database. */
export function controlsDisabled(): Problem {
  return new Problem(
    'controls_disabled',
    'Several processes may work on this database. Start the service with --controls to use this.',
  );
}
