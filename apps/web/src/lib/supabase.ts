import { UnreachableError } from './backend-error.ts';
import type { Backend } from './supabase-client.ts';

export type { Backend } from './supabase-client.ts';

let client: Promise<Backend> | null = null;
let loaded: Backend | null = null;
const loadListeners = new Set<(backend: Backend) => void>();

/**
 * The backend client of the page, loaded on first use: the first view of a visitor does not need it. After a failed
 * download the next call tries again.
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

/** Calls `listener` with the client before `loadSupabase` resolves, or at once if the client is already loaded. */
export function onSupabaseLoad(listener: (backend: Backend) => void): () => void {
  if (loaded !== null) listener(loaded);
  loadListeners.add(listener);
  return () => loadListeners.delete(listener);
}
