/** Who uses this page. The service writes it into the page. */
export interface Session {
  readonly csrfToken: string;
  /** Whose data is shown: the account, or a tenant that it acts as. */
  readonly tenantName: string;
  readonly actingTenant: { readonly id: string; readonly name: string } | null;
  /** Whether the account may provision tenants. */
  readonly partner: boolean;
}

const content = document.querySelector<HTMLMetaElement>('meta[name=session]')?.content ?? '';
export const session: Session = JSON.parse(content);
