/** Contact details of the fictional agency, for questions of candidates about a report. */
export const agency = {
  name: 'Background Screening Service (sandbox)',
  address: '1 Example Street, Springfield, ZZ 00000',
  email: 'disputes@screening.example',
  phone: '+1 202 555 0100',
} as const;
