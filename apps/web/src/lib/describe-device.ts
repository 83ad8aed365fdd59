import Bowser from 'bowser';
import { m } from '../paraglide/messages.js';

export type DeviceKind = 'desktop' | 'mobile' | 'tablet' | 'unknown';

export interface DeviceDescription {
  /** The browser and the system it runs on. */
  name: string;
  kind: DeviceKind;
}

const KINDS: readonly string[] = ['desktop', 'mobile', 'tablet'] satisfies DeviceKind[];

const BROWSERS: ReadonlySet<unknown> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<unknown> = new Set(Object.values(Bowser.OS_MAP));

/**
 * The device of a session, by its User-Agent header. A client can send any text in that header, and the
 * library repeats an unknown browser's text, so only known names are shown.
 */
export function describeDevice(userAgent: string | null): DeviceDescription {
  // The library rejects an empty text.
  const { browser, os, platform } = Bowser.parse(
    userAgent === null || userAgent === '' ? '-' : userAgent,
  );
  const names = [
    BROWSERS.has(browser.name) ? browser.name : undefined,
    SYSTEMS.has(os.name) ? os.name : undefined,
  ];
  return {
    name: names.filter((name) => name !== undefined).join(' on ') || m.account_unknown_browser(),
    kind: KINDS.includes(platform.type ?? '') ? (platform.type as DeviceKind) : 'unknown',
  };
}
