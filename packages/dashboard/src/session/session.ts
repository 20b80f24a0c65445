/** Who uses this page. The service writes it into the page. */
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

/** In the HTML of the build, the service fills in whose session it is. */
const toFillIn: Session = {
  csrfToken: '__CSRF__',
  tenantId: '',
  tenantName: '__TENANT__',
  actingTenant: { id: '', name: '__ACTING__' },
  partner: true,
};

const opened = import.meta.env.SSR ? toFillIn : sessionOf(document);
if (!opened) throw new Error('The page has no session.');

/** Whom this page shows. What needs the token asks {@link csrfToken}, since another login brings another one. */
export const session: Omit<Session, 'csrfToken'> = opened;

let token = opened.csrfToken;

export function csrfToken(): string {
  return token;
}

/** What has become of the session of this page. `other`: it shows another tenant now. `away`: the service does not answer. */
export type SessionState = 'current' | 'ended' | 'other' | 'away';

/** Asks whose session the browser has now. If somebody has signed in again beside this page, it goes on with the new session. */
export async function readSession(): Promise<SessionState> {
  let page: string;
  try {
    const answer = await fetch('/', { cache: 'no-store', redirect: 'manual' });
    // It leads to the login.
    if (answer.type === 'opaqueredirect') return 'ended';
    if (answer.status >= 500) return 'away';
    page = await answer.text();
  } catch {
    // The connection may also be lost within the answer.
    return 'away';
  }
  // The style in the page has a nonce of its own, which the policy of this one refuses.
  const [meta = ''] = /<meta name="session"[^>]*>/.exec(page) ?? [];
  const now = sessionOf(new DOMParser().parseFromString(meta, 'text/html'));
  if (!now) return 'ended';
  if (now.tenantId !== session.tenantId) return 'other';
  token = now.csrfToken;
  return 'current';
}
