import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStaticSite } from './static-site.ts';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2000))});`;
const HOME = `<!doctype html><script>document.title = 1;</script><!--beaconpay-config--><p>Home</p>`;
const GERMAN_SHELL = `<!doctype html><html lang="de"><!--beaconpay-config-->`;
const CARDS = `<!doctype html><!--beaconpay-config-->
<link rel="canonical" href="/cards"><link rel="alternate" hreflang="de" href="/de/cards"><p>Cards</p>`;

let dir: string;
let site: Hono;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-site-'));
  await mkdir(join(dir, 'assets'));
  await mkdir(join(dir, 'cards'));
  await writeFile(join(dir, 'index.html'), HOME);
  await writeFile(join(dir, 'cards', 'index.html'), CARDS);
  await mkdir(join(dir, 'de'));
  await writeFile(join(dir, 'de', 'shell.html'), GERMAN_SHELL);
  await writeFile(join(dir, 'assets', 'main-3f2a.js'), SCRIPT);
  site = await createStaticSite({
    dir,
    publicUrl: 'https://pay.example.com/',
    pageConfiguration: { publishableKey: '</script><script>alert(1)</script>' },
    hosts: { images: ['https://images.example.com'] },
  });
});

afterAll(() => rm(dir, { recursive: true, force: true }));

describe('A page', () => {
  test('is found by its path, with or without a trailing slash', async () => {
    expect(await (await site.request('/cards')).text()).toContain('Cards');
    expect(await (await site.request('/cards/')).text()).toContain('Cards');
  });

  test('that does not exist is the shell of its language', async () => {
    expect(await (await site.request('/de/unknown')).text()).toContain('lang="de"');
    expect(await (await site.request('/unknown')).text()).toContain('Home');
    expect(await (await site.request('/fr/unknown')).text()).toContain('Home');
  });

  test('has the whole URLs of itself and of its other languages', async () => {
    const page = await (await site.request('/cards')).text();
    expect(page).toContain('rel="canonical" href="https://pay.example.com/cards"');
    expect(page).toContain('hreflang="de" href="https://pay.example.com/de/cards"');
  });

  test('contains the configuration, escaped so that it cannot end its script element', async () => {
    const page = await (await site.request('/')).text();
    expect(page).toContain('id="beaconpay-config"');
    expect(page).not.toContain('<script>alert(1)');
  });

  test('allows its own scripts only, inline ones by their hash, and nothing unsafe', async () => {
    const policy = (await site.request('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}='/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  test('lists each host for requests and images, and allows no scheme for all hosts', async () => {
    const policy = (await site.request('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("img-src 'self' data: blob: https://images.example.com;");
    expect(policy).not.toMatch(/(?:https?|wss?):(?!\/\/)/);
  });

  /** @covers security.sessions.10 */
  test('allows no frames, except from the configured widget host with the required permissions', async () => {
    const policyOf = async (pages: Hono) =>
      (await pages.request('/')).headers.get('content-security-policy') ?? '';
    expect(await policyOf(site)).not.toContain('frame-src');
    const widget = 'https://widget.example.com';
    const policy = await policyOf(
      await createStaticSite({ dir, pageConfiguration: {}, hosts: { widgets: [widget] } }),
    );
    const directives = policy.split('; ').filter((directive) => directive.includes(widget));
    expect(directives.map((directive) => directive.split(' ')[0])).toEqual([
      'script-src',
      'style-src',
      'connect-src',
      'frame-src',
    ]);
    expect(policy).toContain(`frame-src ${widget};`);
    expect(policy).not.toContain('unsafe');
  });

  test('is revalidated each time, and not sent again if it has not changed', async () => {
    const first = await site.request('/');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const etag = first.headers.get('etag') ?? '';
    const second = await site.request('/', { headers: { 'If-None-Match': etag } });
    expect(second.status).toBe(304);
    expect(await second.text()).toBe('');
  });

  test('returns the shell for a path of the client-side router', async () => {
    const response = await site.request('/no/such/page');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Home');
  });
});

describe('A built file', () => {
  test('is cached by browsers permanently', async () => {
    const response = await site.request('/assets/main-3f2a.js');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toContain('javascript');
  });

  test('is sent as brotli or gzip to clients that accept it, and uncompressed otherwise', async () => {
    const get = (encoding: string) =>
      site.request('/assets/main-3f2a.js', { headers: { 'Accept-Encoding': encoding } });
    const brotli = await get('gzip, br');
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(brotli.headers.get('vary')).toBe('Accept-Encoding');
    expect(brotliDecompressSync(await brotli.bytes()).toString()).toBe(SCRIPT);
    const gzip = await get('gzip');
    expect(gunzipSync(await gzip.bytes()).toString()).toBe(SCRIPT);
    const plain = await get('identity');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(SCRIPT);
  });

  test('that does not exist is 404, never a page', async () => {
    const response = await site.request('/assets/main-old.js');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).not.toContain('html');
  });

  test('is not found outside the built folder', async () => {
    expect((await site.request('/../../etc/passwd.txt')).status).toBe(404);
    expect((await site.request('/%2e%2e/%2e%2e/etc/hosts.txt')).status).toBe(404);
  });
});
