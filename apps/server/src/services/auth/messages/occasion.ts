import { isIPv4 } from 'node:net';
import Bowser from 'bowser';
import type { ClientDetails } from '../client-details.ts';

/** The time and origin of an event of an account. */
export interface Occasion {
  /** ISO 8601, because the outbox stores messages as JSON. */
  readonly at: string;
  /** Null when an administrator caused the event. */
  readonly client: { readonly userAgent: string | null; readonly network: string } | null;
}

/** The occasion as text; '' when nothing is known. */
export interface OccasionWords {
  readonly time: string;
  readonly device: string;
  readonly network: string;
}

/** The part of an address that a household or a company shares, so that its owner recognizes it. */
function networkOf({ limitKey }: Pick<ClientDetails, 'limitKey'>): string {
  if (isIPv4(limitKey)) return limitKey.replace(/\d+$/, '*');
  // The first 64 bits of an IPv6 address.
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

/** Mails are in English, like the pages. */
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

/**
 * For an unknown browser, the library returns the text that the client sent, which a mail must not contain.
 */
function describeDevice(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  const parts = [
    BROWSERS.has(browser.name) ? browser.name : undefined,
    SYSTEMS.has(os.name) ? os.name : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' on ') || 'Unknown device';
}

/** @param occasion missing in messages of an earlier version that are still in the outbox */
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
