/** The groups of operations in the documentation, and what each is about. */
export const tags = {
  Account: 'The account or tenant of the API key.',
  'Adverse actions': 'Disputes and notices before a decision against a candidate is final.',
  'API keys': 'Keys for this API, and their usage.',
  'API requests': 'The log of requests to this API.',
  'Bulk import': 'Import candidates and their credentials from a roster CSV.',
  Candidates: 'The people who are screened.',
  'Document verification':
    'Verify documents such as licenses with the sources that issued them. Results arrive by webhook.',
  Integrations: 'The applications that own document verifications and webhook endpoints.',
  Invitations: 'Invite candidates to the hosted intake of a role.',
  'Packages and check types': 'The background checks that can be ordered, and their prices.',
  'Partner provisioning': 'For partners: create tenants and set their prices.',
  Reports: 'Background checks of a candidate, and the decision that follows.',
  'Roles and requirements': 'The requirements of each role, and how far a candidate meets them.',
  Webhooks: 'Endpoints, events and deliveries.',
} as const;

export type Tag = keyof typeof tags;
