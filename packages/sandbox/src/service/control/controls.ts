import { clockControls } from './clock-controls.js';
import type { Control } from './control.js';
import { engineControls } from './engine-controls.js';
import { faultControls } from './fault-controls.js';
import { importControls } from './import-controls.js';
import { loginControls } from './login-controls.js';
import { outboxControls } from './outbox-controls.js';
import { sinkControls } from './sink-controls.js';
import { snapshotControls } from './snapshot-controls.js';
import { sourceControls } from './source-controls.js';
import { triggerControls } from './trigger-controls.js';

/** The table of controls. It is closed: the dashboard uses these and the API, and nothing else. */
export const controls: readonly Control[] = [
  ...clockControls,
  ...faultControls,
  ...triggerControls,
  ...snapshotControls,
  ...sinkControls,
  ...outboxControls,
  ...engineControls,
  ...sourceControls,
  ...importControls,
  ...loginControls,
];
