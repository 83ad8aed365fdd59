import Bowser from 'bowser';

export type DeviceKind = 'desktop' | 'mobile' | 'tablet' | 'unknown';

export interface DeviceDescription {
  /** The browser and the system it runs on. */
  name: string;
  kind: DeviceKind;
}

const KINDS: readonly string[] = ['desktop', 'mobile', 'tablet'] satisfies DeviceKind[];

/** What a browser said of itself when it signed in; anybody can say anything. */
export function describeDevice(userAgent: string | null): DeviceDescription {
  // The library takes no empty text.
  const { browser, os, platform } = Bowser.parse(
    userAgent === null || userAgent === '' ? '-' : userAgent,
  );
  const browserName = named(browser.name);
  const systemName = named(os.name);
  return {
    name:
      [browserName, systemName].filter((part) => part !== null).join(' on ') || 'Unknown browser',
    kind: KINDS.includes(platform.type ?? '') ? (platform.type as DeviceKind) : 'unknown',
  };
}

function named(name: string | undefined): string | null {
  return name === undefined || name === '' ? null : name;
}
