import { heading } from './heading.js';
import { runScenarios } from './run-scenarios.js';
import { scenarios } from './scenarios.js';
import { startStage } from './stage.js';

// Runs the service and the app, and checks what happens between them. Exits with 1 if something differs from the
// specification.

console.log(heading);
const stage = await startStage();
const differences = await runScenarios(scenarios, stage, console.log).finally(() => stage.close());
if (differences > 0) process.exitCode = 1;
console.log(`
  To keep them running, in two terminals:

    npm run sandbox -- --forward-to http://localhost:3000/webhooks/screening --write-env .env.local
    API_KEY=demo node --env-file=.env.local --import tsx examples/express-existing-app/src/server.ts

  And an event, in a third: the app's clinician is ada.

    npm run sandbox -- trigger document_verification.completed --set data.externalId=ada
`);
