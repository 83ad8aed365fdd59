import { hash } from 'node:crypto';

const PREFIX_LENGTH = 5;

interface BreachListSettings {
  /** Where the range API of Have I Been Pwned, or a copy of it, is found. */
  readonly url: string;
  /** A list that does not answer refuses new passwords, instead of letting them pass. */
  readonly failsClosed: boolean;
}

export interface BreachList {
  /**
   * Whether a password is known from somebody's breach.
   *
   * @throws when the list does not answer in time, or with something else
   */
  has(password: string, timeoutMs: number): Promise<boolean>;
}

/**
 * Asks for all entries whose SHA-1 begins with the same five digits, so that the
 * list never learns which password is meant; padding hides from who watches how
 * many there are.
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
        throw new Error(`The list of breached passwords answered ${response.status}.`);
      }
      const sought = digest.slice(PREFIX_LENGTH);
      const entries = (await response.text()).split(/\r?\n/);
      // Padding counts 0.
      return entries.some((entry) => {
        const [suffix = '', count = ''] = entry.split(':');
        return suffix.toUpperCase() === sought && Number(count) > 0;
      });
    },
  };
}
