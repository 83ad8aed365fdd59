import type { UserRow } from '../accounts/user-row.ts';

/** Whom a bearer token speaks for. */
export interface SignedIn {
  readonly user: UserRow;
  /** Null for a token that names no session, as an operator may sign one. */
  readonly session: { readonly id: string; readonly aal: string } | null;
}
