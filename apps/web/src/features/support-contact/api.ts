import { createBackendFetch } from '../../lib/backend-fetch.ts';
import { readConfiguration } from '../../lib/configuration.ts';
import type { SupportContact } from './support-contact.schema.ts';

export interface StoredSupportContact extends SupportContact {
  /** ISO 8601, to the microsecond: it distinguishes one change from the next. */
  updatedAt: string;
}

export const SUPPORT_CONTACT_KEY = ['support-contact'] as const;

interface ContactRow {
  email: string | null;
  phone: string | null;
  url: string | null;
  updated_at: string;
}

/**
 * The support contact, which everyone may read. It uses a plain request, because the backend client is many
 * times larger than the page that shows the contact.
 */
export async function fetchSupportContact(): Promise<StoredSupportContact> {
  const { supabaseUrl, publishableKey } = readConfiguration();
  const response = await createBackendFetch()(
    `${supabaseUrl}/rest/v1/support_contact?select=email,phone,url,updated_at`,
    { headers: { apikey: publishableKey, Accept: 'application/vnd.pgrst.object+json' } },
  );
  if (!response.ok) throw new Error(`support contact: HTTP ${String(response.status)}`);
  const { updated_at: updatedAt, ...contact } = (await response.json()) as ContactRow;
  return { ...contact, updatedAt };
}
