import { isIPv4 } from 'node:net';
import Bowser from 'bowser';
import type { ClientDetails } from '../client-details.ts';

/** The time and origin of an event of an account. */
export interface Occasion {
  /** An ISO 8601 text, because the outbox stores messages as JSON. */
  readonly at: string;
  /** Null when an administrator made the change. */
  readonly client: { readonly userAgent: string | null; readonly network: string } | null;
}

/** The texts of an occasion. Unknown values are empty. */
export interface OccasionTexts {
  readonly time: string;
  readonly device: string;
  readonly network: string;
}

/** The network part of an address, which the account's owner can recognize. */
function networkOf({ limitKey }: Pick<ClientDetails, 'limitKey'>): string {
  if (isIPv4(limitKey)) return limitKey.replace(/\d+$/, '*');
  // The network part of an IPv6 address has 64 bits. Three of its four groups are shown.
  const groups = limitKey.endsWith('::/64') ? limitKey.split(':').slice(0, 3) : [];
  return groups.length === 0 ? '' : `${groups.join(':')}:*`;
}

export function occasionOf(
  now: Date,
  client: Pick<ClientDetails, 'userAgent' | 'limitKey'> | null,
): Occasion {
  return {
    at: now.toISOString(),
    client: client === null ? null : { userAgent: client.userAgent, network: networkOf(client) },
  };
}

/** All emails are in English. */
const LOCALE = 'en-US';

const TIME = new Intl.DateTimeFormat(LOCALE, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

const BROWSERS: ReadonlySet<unknown> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<unknown> = new Set(Object.values(Bowser.OS_MAP));

/** Names only known browsers and systems. For others, the library returns text of the user agent, which an attacker controls. */
function describeDevice(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  const parts = [
    BROWSERS.has(browser.name) ? browser.name : undefined,
    SYSTEMS.has(os.name) ? os.name : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' on ') || 'Unknown device';
}

/** @param occasion undefined in emails that an earlier version of the server queued */
export function describeOccasion(occasion: Occasion | undefined): OccasionTexts {
  if (occasion === undefined) return { time: '', device: '', network: '' };
  const time = `${TIME.format(new Date(occasion.at))} UTC`;
  if (occasion.client === null) return { time, device: '', network: '' };
  const { userAgent, network } = occasion.client;
  return { time, device: describeDevice(userAgent), network };
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export function factsOf(occasion: Occasion | undefined): Fact[] {
  const { time, device, network } = describeOccasion(occasion);
  const facts = [
    { label: 'When', value: time },
    { label: 'Device', value: device },
    { label: 'Network', value: network },
    { label: 'By', value: occasion?.client === null ? 'An administrator' : '' },
  ];
  return facts.filter(({ value }) => value !== '');
}
