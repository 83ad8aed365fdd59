import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../packages/database/src/generated.ts';
import { HttpError, requireVariable } from './http.ts';
import { m } from './paraglide/messages.js';

export type Backend = SupabaseClient<Database>;

const WITHOUT_SESSION = { persistSession: false, autoRefreshToken: false };

/** A client with the secret key, which bypasses row level security. */
export function connectAsService(): Backend {
  return createClient<Database>(
    requireVariable('SUPABASE_URL'),
    requireVariable('SUPABASE_SERVICE_ROLE_KEY'),
    { auth: WITHOUT_SESSION },
  );
}

export interface Caller {
  readonly userId: string;
  readonly email: string | null;
  /** A client with the rights of the caller. */
  readonly backend: Backend;
}

/** The caller, identified by an active session. */
export async function requireCaller(request: Request): Promise<Caller> {
  const authorization = request.headers.get('Authorization') ?? '';
  const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
  if (token === undefined) throw new HttpError(401, m.error_not_logged_in);
  const backend = createClient<Database>(
    requireVariable('SUPABASE_URL'),
    requireVariable('SUPABASE_ANON_KEY'),
    { auth: WITHOUT_SESSION, global: { headers: { Authorization: `Bearer ${token}` } } },
  );
  const { data, error } = await backend.auth.getUser(token);
  if (error !== null) {
    if ((error.status ?? 0) >= 500) throw error;
    throw new HttpError(401, m.error_not_logged_in);
  }
  return { userId: data.user.id, email: data.user.email ?? null, backend };
}
