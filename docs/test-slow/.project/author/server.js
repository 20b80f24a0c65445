import { createApp } from './app.js';

createApp(process.env.SCREENING_SECRET, (clinician, license) => {
  console.log(`${clinician}: ${license}`);
}).listen(3000, () => console.log('The app listens.'));