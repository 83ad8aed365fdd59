import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { readLayoutShift, watchLayoutShift, type LayoutShift } from './layout-shift.ts';
import type { View } from './routes.ts';
import {
  addedBytes,
  collectScripts,
  splitLive,
  totalBytes,
  type ScriptSizes,
} from './script-sizes.ts';
import { sessionKey, type ServedSite } from './served-site.ts';

/** What comes this long after the network has gone quiet is no part of the first view. */
const SETTLED_MS = 1_000;

const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** A middling phone on a slow connection, as Lighthouse supposes: what comes late moves what is there. */
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};
const SLOW_PROCESSOR_RATE = 4;

export interface ViewMeasurement {
  readonly view: View;
  readonly scriptBytes: number;
  /** Beyond what the same visitor's `/` has loaded. */
  readonly addedBytes: number;
  /** What follows changes, fetched when the view is painted and the page has nothing else to do. */
  readonly liveBytes: number;
  readonly desktopShift: LayoutShift;
  readonly phoneShift: LayoutShift;
}

interface Visit {
  readonly scripts: ScriptSizes;
  readonly shift: LayoutShift;
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR_RATE });
}

/** A visit with nothing cached and nothing stored but the visitor's session. */
async function visit(
  browser: Browser,
  site: ServedSite,
  { path, visitor, locale }: View,
  device: { options: BrowserContextOptions; isSlow: boolean },
): Promise<Visit> {
  const context = await browser.newContext({
    ...device.options,
    ...(locale === undefined ? {} : { locale }),
  });
  try {
    const session = site.sessions.get(visitor);
    if (session !== undefined) {
      await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
        sessionKey(site.url),
        JSON.stringify(session),
      ] as const);
    }
    const page = await context.newPage();
    await watchLayoutShift(page);
    if (device.isSlow) await slowDown(page);
    const scripts = collectScripts(page);
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    await page.waitForTimeout(SETTLED_MS);
    return { scripts: await scripts(), shift: await readLayoutShift(page) };
  } finally {
    await context.close();
  }
}

/** Opens each view for the first time, on a desktop and on a slow phone. */
export async function measureViews(
  browser: Browser,
  site: ServedSite,
  views: readonly View[],
): Promise<ViewMeasurement[]> {
  const homes = new Map<View['visitor'], ScriptSizes>();
  const measurements: ViewMeasurement[] = [];
  for (const view of views) {
    const desktop = await visit(browser, site, view, { options: DESKTOP, isSlow: false });
    const phone = await visit(browser, site, view, { options: PHONE, isSlow: true });
    const { first, live } = splitLive(desktop.scripts);
    if (view.path === '/' || view.locale !== undefined) homes.set(view.visitor, first);
    measurements.push({
      view,
      scriptBytes: totalBytes(first),
      addedBytes: addedBytes(homes.get(view.visitor) ?? new Map(), first),
      liveBytes: totalBytes(live),
      desktopShift: desktop.shift,
      phoneShift: phone.shift,
    });
    console.log(
      `${view.path} (${view.visitor}): ${String(totalBytes(first))} bytes of script and ${String(totalBytes(live))} later, ` +
        `layout shift ${desktop.shift.score.toFixed(3)} and ${phone.shift.score.toFixed(3)}`,
    );
  }
  return measurements;
}
