/** The candidate of most tests: the minimum that the API accepts. */
export const maria = {
  firstName: 'Maria',
  lastName: 'Ortiz',
  email: 'maria.ortiz@example.com',
} as const;
