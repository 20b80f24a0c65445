/** The candidate of most tests: the least that the API takes. */
export const maria = {
  firstName: 'Maria',
  lastName: 'Ortiz',
  email: 'maria.ortiz@example.com',
} as const;
