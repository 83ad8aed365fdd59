import { randomUuid } from './random-uuid.ts';

const STORAGE_KEY = 'beaconpay-device';

/**
 * A random id of this browser, which a submission sends so that reviewers see records of one device. The
 * database stores only a keyed hash. Null where storage is forbidden.
 */
export function deviceId(): string | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    if (stored !== null) return stored;
    const created = randomUuid();
    localStorage.setItem(STORAGE_KEY, created);
    return created;
  } catch {
    return null;
  }
}
