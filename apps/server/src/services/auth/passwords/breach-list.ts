import { hash } from 'node:crypto';

const PREFIX_LENGTH = 5;

interface BreachListSettings {
  /** The URL of the range API of Have I Been Pwned, or of a copy. */
  readonly url: string;
  /** Whether an unavailable list makes new passwords fail. */
  readonly failsClosed: boolean;
}

export interface BreachList {
  /**
   * Whether a password is part of a known breach.
   *
   * @throws when the list does not respond in time, or with something else
   */
  has(password: string, timeoutMs: number): Promise<boolean>;
}

/**
 * Requests all entries whose SHA-1 begins with the same five digits, so that the list does not learn the
 * password. Padding hides the number of entries from observers.
 */
export function createBreachList({ url }: Pick<BreachListSettings, 'url'>): BreachList {
  return {
    async has(password, timeoutMs) {
      const digest = hash('sha1', password).toUpperCase();
      const response = await fetch(`${url}/range/${digest.slice(0, PREFIX_LENGTH)}`, {
        headers: { 'Add-Padding': 'true', 'User-Agent': 'BeaconPay' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`The list of breached passwords responded with ${response.status}.`);
      }
      const sought = digest.slice(PREFIX_LENGTH);
      const entries = (await response.text()).split(/\r?\n/);
      // Padding entries have a count of 0.
      return entries.some((entry) => {
        const [suffix = '', count = ''] = entry.split(':');
        return suffix.toUpperCase() === sought && Number(count) > 0;
      });
    },
  };
}
