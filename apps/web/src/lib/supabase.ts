import type { Backend } from './supabase-client.ts';
import { UnreachableError } from './unreachable-error.ts';

export type { Backend } from './supabase-client.ts';

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
