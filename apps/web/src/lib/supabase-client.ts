import type { Database } from '@beaconpay/database';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { readConfiguration, sessionStorageKey } from './configuration.ts';

/** Makes the client; only `loadSupabase` calls this, so there is never a second one. */
export function createBackend(): SupabaseClient<Database> {
  const configuration = readConfiguration();
  return createClient<Database>(configuration.supabaseUrl, configuration.publishableKey, {
    auth: { storageKey: sessionStorageKey(configuration) },
  });
}
