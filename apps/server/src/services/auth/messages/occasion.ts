import { isIPv4 } from 'node:net';
import Bowser from 'bowser';
import type { ClientDetails } from '../client-details.ts';

/** When something happened to an account, and from where. */
export interface Occasion {
  /** As an ISO 8601 text: the outbox keeps messages as JSON. */
  readonly at: string;
  /** Null: an administrator did it. */
  readonly client: { readonly userAgent: string | null; readonly network: string } | null;
}

/** An occasion in words; '' where nothing is known. */
export interface OccasionWords {
  readonly time: string;
  readonly device: string;
  readonly network: string;
}

/** The part of an address that a household or a company shares, which its owner can recognize. */
function networkOf({ limitKey }: Pick<ClientDetails, 'limitKey'>): string {
  if (isIPv4(limitKey)) return limitKey.replace(/\d+$/, '*');
  // Of an IPv6 address it is the first 64 bits.
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

/** Mails are in English, as the pages are. */
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

/** Of an unknown browser the library repeats the text it sent, which is no text for a mail. */
function describeDevice(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  const parts = [
    BROWSERS.has(browser.name) ? browser.name : undefined,
    SYSTEMS.has(os.name) ? os.name : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' on ') || 'Unknown device';
}

/** @param occasion missing in messages that an earlier version of the server left in the outbox */
export function describeOccasion(occasion: Occasion | undefined): OccasionWords {
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
