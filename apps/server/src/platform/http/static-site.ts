import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { Hono } from 'hono';
import type { JsonObject } from '../json.ts';
import { contentSecurityPolicy, type PageHosts } from './security-headers.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const CONFIGURATION_PLACEHOLDER = '<!--beaconpay-config-->';
/** A link to the same page, up to its path. */
const PAGE_LINK = /<link rel="(?:alternate|canonical)"(?: hreflang="[^"]*")? href="(?=\/)/g;
const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt|webmanifest|xml)$/;
const ENCODINGS = ['br', 'gzip'] as const;

type Encoding = (typeof ENCODINGS)[number];
type Bytes = Uint8Array<ArrayBuffer>;

interface SiteFile {
  readonly body: Bytes;
  readonly encoded: ReadonlyMap<Encoding, Bytes>;
  readonly headers: Readonly<Record<string, string>>;
}

interface StaticSiteOptions {
  /** The built web application. */
  readonly dir: string;
  /** Embedded in each page as JSON for the application's scripts. */
  readonly pageConfiguration: JsonObject;
  /** Where search engines find the site. They need whole URLs of the pages in other languages. */
  readonly publicUrl?: string;
  /** Other hosts from which pages load resources. */
  readonly hosts?: PageHosts;
}

/** Escapes JSON so that it cannot close the script element around it. */
function toScriptData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

function inlineScriptHashes(page: string): string[] {
  const scripts = page.matchAll(
    /<script(?![^>]*\ssrc=)(?![^>]*application\/(?:ld\+)?json)[^>]*>([\s\S]*?)<\/script>/g,
  );
  const digestOf = (code: string) => createHash('sha256').update(code).digest('base64');
  return [...scripts].map(([, code = '']) => `'sha256-${digestOf(code)}'`);
}

async function compress(body: Bytes, quality: number): Promise<ReadonlyMap<Encoding, Bytes>> {
  const [br, gz] = await Promise.all([
    compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    compressGzip(body),
  ]);
  return new Map<Encoding, Bytes>([
    ['br', Uint8Array.from(br)],
    ['gzip', Uint8Array.from(gz)],
  ]);
}

function etagOf(body: Bytes): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

async function loadFile(path: string, urlPath: string): Promise<SiteFile> {
  const body = Uint8Array.from(await readFile(path));
  const readCompressed = (suffix: string) =>
    readFile(path + suffix).then(
      (bytes) => Uint8Array.from(bytes),
      () => null,
    );
  const [br, gz] = await Promise.all([readCompressed('.br'), readCompressed('.gz')]);
  const prepared = new Map<Encoding, Bytes>();
  if (br !== null) prepared.set('br', br);
  if (gz !== null) prepared.set('gzip', gz);
  const compressible = COMPRESSIBLE.test(path);
  return {
    body,
    // The build compresses with the highest level. Files without that are compressed here.
    encoded: compressible && prepared.size === 0 ? await compress(body, 5) : prepared,
    headers: {
      'Content-Type': getMimeType(path) ?? 'application/octet-stream',
      'Cache-Control': urlPath.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      ETag: etagOf(body),
      ...(compressible ? { Vary: 'Accept-Encoding' } : {}),
    },
  };
}

async function loadPage(path: string, options: StaticSiteOptions): Promise<SiteFile> {
  const source = await readFile(path, 'utf8');
  const data = toScriptData(options.pageConfiguration);
  const page = source
    .replace(
      CONFIGURATION_PLACEHOLDER,
      () => `<script type="application/json" id="beaconpay-config">${data}</script>`,
    )
    .replaceAll(PAGE_LINK, (link) => `${link}${options.publicUrl?.replace(/\/+$/, '') ?? ''}`);
  const body = new TextEncoder().encode(page);
  return {
    body,
    encoded: await compress(body, 9),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': contentSecurityPolicy(inlineScriptHashes(page), options.hosts),
      ETag: etagOf(body),
      Vary: 'Accept-Encoding',
    },
  };
}

/** The path of a page: its file name without `.html` or `/index.html`. */
function pagePathOf(urlPath: string): string {
  return urlPath.replace(/\/?index\.html$/, '').replace(/\.html$/, '') || '/';
}

async function loadSite(options: StaticSiteOptions) {
  const files = new Map<string, SiteFile>();
  const pages = new Map<string, SiteFile>();
  const entries = await readdir(options.dir, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const urlPath = `/${relative(options.dir, path).split(sep).join('/')}`;
        if (urlPath.endsWith('.html')) {
          pages.set(pagePathOf(urlPath), await loadPage(path, options));
        } else {
          files.set(urlPath, await loadFile(path, urlPath));
        }
      }),
  );
  return { files, pages };
}

function respond(file: SiteFile, request: Request, status: number): Response {
  if (request.headers.get('if-none-match') === file.headers.ETag) {
    const { ETag, 'Cache-Control': cacheControl } = file.headers;
    return new Response(null, {
      status: 304,
      headers: { ETag, 'Cache-Control': cacheControl ?? '' },
    });
  }
  const accepted = request.headers.get('accept-encoding') ?? '';
  const encoding = ENCODINGS.find((name) => accepted.includes(name) && file.encoded.has(name));
  const body = encoding === undefined ? file.body : (file.encoded.get(encoding) ?? file.body);
  const headers = new Headers(file.headers);
  if (encoding !== undefined) headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

/**
 * Serves the built web application from memory. A path without a prerendered page gets the application
 * shell of its language, whose router handles it. A missing file is 404, so that a stale page never loads HTML as a script.
 */
export async function createStaticSite(options: StaticSiteOptions): Promise<Hono> {
  const { files, pages } = await loadSite(options);
  const rootShell = pages.get('/shell') ?? pages.get('/');
  if (rootShell === undefined)
    throw new Error(`There is no built web application in ${options.dir}.`);
  const app = new Hono();
  app.on(['GET', 'HEAD'], '*', (context) => {
    const path = context.req.path;
    const file = files.get(path);
    if (file !== undefined) return respond(file, context.req.raw, 200);
    const page = pages.get(path.replace(/\/+$/, '') || '/');
    if (page !== undefined) return respond(page, context.req.raw, 200);
    if (extname(path) !== '') return context.text('Not found', 404);
    const [, language = ''] = path.split('/');
    return respond(pages.get(`/${language}/shell`) ?? rootShell, context.req.raw, 200);
  });
  return app;
}
