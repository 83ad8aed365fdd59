import type { Database } from '@beaconpay/database';
import { createClient } from '@supabase/supabase-js';
import { readConfiguration, sessionStorageKey } from './configuration.ts';
import type { Backend } from './supabase.ts';

/** Makes the client; only `loadSupabase` calls this, so there is never a second one. */
export function createBackend(): Backend {
  const configuration = readConfiguration();
  return createClient<Database>(configuration.supabaseUrl, configuration.publishableKey, {
    auth: { storageKey: sessionStorageKey(configuration) },
  });
}
