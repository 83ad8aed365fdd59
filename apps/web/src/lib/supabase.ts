import type { Backend } from './supabase-client.ts';
import { UnreachableError } from './unreachable-error.ts';

export type { Backend } from './supabase-client.ts';

/** PostgREST: a single row was asked for and there is none. */
export const NO_ROW_FOUND = 'PGRST116';
/** PostgreSQL: a unique index already has this entry. */
export const UNIQUE_VIOLATION = '23505';
/** The shape of ids; to ask for anything else is an error to the backend. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

let client: Promise<Backend> | null = null;
let loaded: Backend | null = null;
const loadListeners = new Set<(backend: Backend) => void>();

/**
 * The one backend client of this page. It is fetched on first use: a signed-out first view
 * needs none of it. A failed download is forgotten, so that the next call tries again.
 */
export function loadSupabase(): Promise<Backend> {
  client ??= import('./supabase-client.ts')
    .catch((cause: unknown) => {
      throw new UnreachableError({ cause });
    })
    .then(({ createBackend }) => {
      loaded = createBackend();
      for (const listener of loadListeners) listener(loaded);
      return loaded;
    })
    .catch((error: unknown) => {
      client = null;
      throw error;
    });
  return client;
}

/**
 * Calls `listener` with the client before anyone else gets it, whoever loads it; at once with one
 * that is there.
 */
export function onSupabaseLoad(listener: (backend: Backend) => void): () => void {
  if (loaded !== null) listener(loaded);
  loadListeners.add(listener);
  return () => loadListeners.delete(listener);
}
