import { createApp } from './app.js';

createApp(process.env.SCREENING_SECRET, (clinician, license) => {
  console.log(`${clinician}: ${license}`);
}).listen(20562, () => console.log('The app listens.'));