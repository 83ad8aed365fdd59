import { isIPv4 } from 'node:net';
import Bowser from 'bowser';
import { m } from '../../../paraglide/messages.js';
import type { ClientDetails } from '../client-details.ts';
import { isolate } from './isolated-values.ts';
import type { Locale } from './locale.ts';

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

function formatTime(time: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(m.language_locale({}, { locale }), {
    timeZone: 'UTC',
    timeZoneName: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(time);
}

const BROWSERS: ReadonlySet<unknown> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<unknown> = new Set(Object.values(Bowser.OS_MAP));

/** Names only known browsers and systems. For others, the library returns text of the user agent, which an attacker controls. */
function describeDevice(userAgent: string | null, locale: Locale): string {
  if (userAgent === null || userAgent === '') return m.mail_device_unknown({}, { locale });
  const { browser, os } = Bowser.parse(userAgent);
  const knownBrowser = BROWSERS.has(browser.name) ? browser.name : undefined;
  const knownSystem = SYSTEMS.has(os.name) ? os.name : undefined;
  if (knownBrowser !== undefined && knownSystem !== undefined) {
    return m.mail_device_name({ browser: knownBrowser, system: knownSystem }, { locale });
  }
  return knownBrowser ?? knownSystem ?? m.mail_device_unknown({}, { locale });
}

/** @param occasion undefined in emails that an earlier version of the server queued */
export function describeOccasion(occasion: Occasion | undefined, locale: Locale): OccasionTexts {
  if (occasion === undefined) return { time: '', device: '', network: '' };
  const time = formatTime(new Date(occasion.at), locale);
  if (occasion.client === null) return { time, device: '', network: '' };
  const { userAgent, network } = occasion.client;
  return { time, device: describeDevice(userAgent, locale), network };
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export function factsOf(occasion: Occasion | undefined, locale: Locale): Fact[] {
  const { time, device, network } = describeOccasion(occasion, locale);
  const administrator = occasion?.client === null ? m.mail_administrator({}, { locale }) : '';
  const facts = [
    { label: m.mail_when({}, { locale }), value: time },
    { label: m.mail_device({}, { locale }), value: device },
    { label: m.mail_network({}, { locale }), value: network === '' ? '' : isolate(network) },
    { label: m.mail_by({}, { locale }), value: administrator },
  ];
  return facts.filter(({ value }) => value !== '');
}
