/** The session of this page. The service writes it into the HTML. */
interface Session {
  readonly csrfToken: string;
  /** The tenant whose data is shown. */
  readonly tenantId: string;
  readonly tenantName: string;
  readonly actingTenant: { readonly id: string; readonly name: string } | null;
  /** Whether the account may provision tenants. */
  readonly partner: boolean;
}

function sessionOf(page: Document): Session | undefined {
  const content = page.querySelector<HTMLMetaElement>('meta[name=session]')?.content;
  return content === undefined ? undefined : JSON.parse(content);
}

/** Placeholders in the prerendered HTML, which the service replaces by the session. */
const toFillIn: Session = {
  csrfToken: '__CSRF__',
  tenantId: '',
  tenantName: '__TENANT__',
  actingTenant: { id: '', name: '__ACTING__' },
  partner: true,
};

const opened = import.meta.env.SSR ? toFillIn : sessionOf(document);
if (!opened) throw new Error('The page has no session.');

/** The session of this page. Read the token with {@link csrfToken}, because a new login changes it. */
export const session: Omit<Session, 'csrfToken'> = opened;

let token = opened.csrfToken;

export function csrfToken(): string {
  return token;
}

/** The state of the session of this page. `other`: it is for another tenant now. `away`: the service does not answer. */
export type SessionState = 'current' | 'ended' | 'other' | 'away';

/** Reads the browser's current session. After a new login in another tab, this page continues with the new session's token. */
export async function readSession(): Promise<SessionState> {
  let page: string;
  try {
    const answer = await fetch('/', { cache: 'no-store', redirect: 'manual' });
    // A redirect to the login.
    if (answer.type === 'opaqueredirect') return 'ended';
    if (answer.status >= 500) return 'away';
    page = await answer.text();
  } catch {
    // The connection may also be lost in the middle of the answer.
    return 'away';
  }
  // Parses only this tag: the style in the page has its own nonce, which the policy of this page refuses.
  const [meta = ''] = /<meta name="session"[^>]*>/.exec(page) ?? [];
  const now = sessionOf(new DOMParser().parseFromString(meta, 'text/html'));
  if (!now) return 'ended';
  if (now.tenantId !== session.tenantId) return 'other';
  token = now.csrfToken;
  return 'current';
}
