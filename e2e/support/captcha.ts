import type { FrameLocator, Page, Route } from '@playwright/test';
import { expect } from './test.ts';

const HOST = 'https://challenges.cloudflare.com';

/** How the provider judges the next solution of the widget. */
type Worth = 'solved' | 'made-up' | 'outage';

/** Renders a frame from the provider's host, as the real script does. The frame sends the solution to the page. */
const SCRIPT = `
  const takeDowns = new Map();
  const shown = new Map();
  function show(id) {
    const { place, options } = shown.get(id);
    const frame = document.createElement('iframe');
    frame.title = 'Security challenge';
    frame.src = '${HOST}/widget?theme=' + options.theme;
    frame.style.width = '100%';
    frame.style.height = '65px';
    frame.style.border = '0';
    frame.style.display = 'block';
    const listen = ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== '${HOST}') return;
      options.callback(data);
      frame.dataset.solved = 'true';
    };
    window.addEventListener('message', listen);
    takeDowns.set(id, () => {
      window.removeEventListener('message', listen);
      frame.remove();
    });
    place.append(frame);
  }
  window.turnstile = {
    render(place, options) {
      const id = 'stand-in-' + (shown.size + 1);
      shown.set(id, { place, options });
      show(id);
      return id;
    },
    reset(id) { takeDowns.get(id)(); show(id); },
    remove: (id) => takeDowns.get(id)(),
  };
  window[new URL(document.currentScript.src).searchParams.get('onload')]();
`;

/** The look of Cloudflare's widget. */
const widgetPage = (isDark: boolean) => `<!doctype html>
  <html lang="en">
  <title>Security challenge</title>
  <style>
    body { margin: 0; font: 14px system-ui; }
    label { box-sizing: border-box; display: flex; height: 65px; align-items: center; gap: 12px;
      padding: 0 16px; border: 1px solid ${isDark ? '#797979' : '#e0e0e0'};
      background: ${isDark ? '#232323' : '#fafafa'}; color: ${isDark ? '#fff' : '#232323'}; }
    input { width: 24px; height: 24px; margin: 0; }
  </style>
  <main><label><input type="checkbox"> Verify you are human</label></main>
  <script>
    const box = document.querySelector('input');
    box.addEventListener('change', async () => {
      const token = await (await fetch('/token')).text();
      parent.postMessage(token, '*');
    });
  </script>`;

export interface CaptchaDouble {
  /** Ticks the box as a user does, and waits until the page has the solution. */
  solve: () => Promise<void>;
  readonly checkbox: ReturnType<FrameLocator['getByRole']>;
  nextIs: (worth: Worth) => void;
  /** Blocks the script, as a content blocker does, or allows it again. */
  block: (isBlocked: boolean) => void;
}

/** Simulates the provider's host in this page. */
export async function stubCaptchaWidget(page: Page): Promise<CaptchaDouble> {
  let worth: Worth = 'solved';
  let isBlocked = false;
  let tokens = 0;

  async function answer(route: Route) {
    const { pathname, searchParams } = new URL(route.request().url());
    if (isBlocked) return route.abort('blockedbyclient');
    switch (pathname) {
      case '/turnstile/v0/api.js':
        return route.fulfill({ contentType: 'text/javascript', body: SCRIPT });
      case '/widget':
        return route.fulfill({
          contentType: 'text/html',
          body: widgetPage(searchParams.get('theme') === 'dark'),
        });
      default:
        tokens += 1;
        return route.fulfill({
          contentType: 'text/plain',
          body: `${worth}-${String(tokens)}-${crypto.randomUUID()}`,
        });
    }
  }

  await page.route(`${HOST}/**`, answer);
  const checkbox = page
    .frameLocator('iframe[title="Security challenge"]')
    .getByRole('checkbox', { name: 'Verify you are human' });
  return {
    checkbox,
    async solve() {
      // By keyboard, because a frame cannot detect whether it moves.
      await checkbox.press('Space');
      await expect(page.locator('iframe[title="Security challenge"][data-solved]')).toBeVisible();
    },
    nextIs: (next) => void (worth = next),
    block: (next) => void (isBlocked = next),
  };
}
