import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';

const GZIP_LEVEL = 9;

/** Address of a script, or where in the page it stands → its bytes after gzip. */
export type ScriptSizes = ReadonlyMap<string, number>;

function gzipBytes(content: Buffer | string): number {
  return gzipSync(content, { level: GZIP_LEVEL }).length;
}

/** Scripts that stand in the page itself; data in a script element is none. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*json)[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, code]) => code ?? '')
    .filter((code) => code.trim() !== '');
}

/** Collects each script that a page loads from now on, whatever asks for it. */
export function collectScripts(page: Page): () => Promise<ScriptSizes> {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  return async () => {
    const sizes = new Map<string, number>();
    for (const response of responses) {
      const type = response.headers()['content-type'] ?? '';
      const { pathname } = new URL(response.url());
      if (type.includes('javascript')) sizes.set(pathname, gzipBytes(await response.body()));
      if (type.includes('text/html')) {
        for (const [index, code] of inlineScripts(await response.text()).entries()) {
          sizes.set(`inline script ${String(index + 1)}: ${code.slice(0, 40)}`, gzipBytes(code));
        }
      }
    }
    return sizes;
  };
}

export function totalBytes(sizes: ScriptSizes): number {
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** What the second has that the first does not. */
export function addedBytes(first: ScriptSizes, second: ScriptSizes): number {
  return [...second].reduce((sum, [name, bytes]) => sum + (first.has(name) ? 0 : bytes), 0);
}

const LIVE_PART = '/assets/live-';

/** Separates the scripts of the first view from the realtime client, which loads later. */
export function splitLive(sizes: ScriptSizes): { first: ScriptSizes; live: ScriptSizes } {
  const part = (isLive: boolean) =>
    new Map([...sizes].filter(([name]) => name.startsWith(LIVE_PART) === isLive));
  return { first: part(false), live: part(true) };
}
