import { LOCALE } from '../../lib/locale.ts';
import { m } from '../../paraglide/messages.js';

/** The names of the administrators who have a record open elsewhere, by the id of the record. */
export type Viewers = ReadonlyMap<string, readonly string[]>;

export const NO_VIEWERS: Viewers = new Map();

interface Place {
  adminId: string;
  tabId: string;
}

/**
 * Reads the published states of all administrators' tabs. Other clients wrote them, so invalid ones are
 * ignored. Several tabs of one administrator count once.
 */
export function readViewers(state: Readonly<Record<string, unknown>>, own: Place): Viewers {
  const namesByRecord = new Map<string, string[]>();
  for (const [tabId, metas] of Object.entries(state)) {
    if (tabId === own.tabId || !Array.isArray(metas)) continue;
    for (const meta of metas as unknown[]) {
      const look = readLook(meta);
      if (look === null) continue;
      const name = look.adminId === own.adminId ? m.admin_you_in_another_window() : look.name;
      const names = namesByRecord.get(look.recordId) ?? [];
      if (!names.includes(name)) names.push(name);
      namesByRecord.set(look.recordId, names);
    }
  }
  return namesByRecord;
}

const NAME_MAX_LENGTH = 200;

function readLook(meta: unknown): { adminId: string; name: string; recordId: string } | null {
  if (typeof meta !== 'object' || meta === null) return null;
  const { adminId, name, recordId } = meta as Record<string, unknown>;
  if (typeof adminId !== 'string' || typeof recordId !== 'string') return null;
  if (typeof name !== 'string' || name.trim() === '') return null;
  return { adminId, name: name.slice(0, NAME_MAX_LENGTH), recordId };
}

/** "Ada", "Ada and Grace", "Ada, Grace and Joan". */
export function listNames(names: readonly string[]): string {
  return new Intl.ListFormat(LOCALE, { type: 'conjunction' }).format(names);
}
