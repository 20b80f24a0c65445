import { get, getWithoutKey, post } from './call-app.js';
import { people } from './demo-settings.js';
import type { Scenario } from './scenario.js';

/** The app's own routes: they work as before, and return what the events changed. */
export const routeScenarios: readonly Scenario[] = [
  {
    title: 'The existing routes of the app',
    steps: [
      {
        what: 'GET /clinicians',
        send: get('/clinicians'),
        expect: { status: 200, says: `${people.length} clinicians` },
      },
      {
        what: 'GET /clinicians without a key',
        send: getWithoutKey('/clinicians'),
        expect: { status: 401, says: 'unauthorized' },
      },
      {
        what: 'POST /clinicians',
        send: post('/clinicians', '{ "name": "Nora Neu" }'),
        expect: { status: 201, says: 'license unverified' },
      },
      {
        what: 'GET /nowhere',
        send: get('/nowhere'),
        expect: { status: 404, says: 'not found' },
      },
      {
        what: 'GET /clinicians/ada, after completed',
        send: get('/clinicians/ada'),
        expect: { status: 200, says: 'license verified' },
      },
      {
        what: 'GET /clinicians/ben, after recorded',
        send: get('/clinicians/ben'),
        expect: { status: 200, says: 'license in_review' },
      },
      {
        what: 'GET /clinicians/cleo, after failed',
        send: get('/clinicians/cleo'),
        expect: { status: 200, says: 'license flagged' },
      },
    ],
  },
];
