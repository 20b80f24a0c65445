import { nestApp } from '../scenarios/nest-app.mjs';

export const scenario = {
  ...nestApp(() => {}),
  name: 'a Nest app: without its shutdown hooks',
  flaw: 'cut off',
};
