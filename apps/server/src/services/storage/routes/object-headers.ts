import type { ObjectFacts } from '../objects/download.ts';
import type { StorageRequest } from './request.ts';

/** Types that browsers show without running anything, so that any user may upload them. */
const INERT_TYPES = new Set([
  ...['apng', 'avif', 'bmp', 'gif', 'heic', 'heif', 'jpeg', 'png', 'tiff', 'webp'].map(
    (name) => `image/${name}`,
  ),
  'image/vnd.microsoft.icon',
  'image/x-icon',
  ...['aac', 'flac', 'mp4', 'mpeg', 'ogg', 'wav', 'webm', 'x-wav'].map((name) => `audio/${name}`),
  ...['3gpp', 'mp4', 'mpeg', 'ogg', 'quicktime', 'webm'].map((name) => `video/${name}`),
  ...['csv', 'markdown', 'plain'].map((name) => `text/${name}`),
  'application/json',
  'application/pdf',
]);
/** Matches the whole header, because browsers read a second type after a comma. */
const PLAIN_TYPE = /^([\w.+-]+\/[\w.+-]+)(?:\s*;\s*charset="?[\w-]+"?)?$/;
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

const DISPOSITION = 'Content-Disposition';

/** Which caches may store a response: shared ones too, or only that of the browser. */
export type Audience = 'public' | 'private';

function isInert(type: string): boolean {
  const [, plain] = PLAIN_TYPE.exec(type) ?? [];
  return plain !== undefined && INERT_TYPES.has(plain.toLowerCase());
}

function cacheControlFor(audience: Audience, cacheControl: string): string {
  const isOpen = audience === 'public' || /\b(?:private|no-store|no-cache)\b/.test(cacheControl);
  return isOpen ? cacheControl : `private, ${cacheControl}`;
}

/** The file name that a browser saves under (RFC 6266). */
function contentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const fileNameOf = (name: string): string => name.split('/').at(-1) ?? name;

/** The headers that all responses with an object have. */
export function objectHeaders(
  c: StorageRequest,
  name: string,
  facts: Pick<ObjectFacts, 'etag' | 'lastModified' | 'cacheControl'>,
  audience: Audience,
): Record<string, string> {
  const headers: Record<string, string> = {
    ETag: facts.etag,
    'Last-Modified': facts.lastModified.toUTCString(),
    'Cache-Control': cacheControlFor(audience, facts.cacheControl),
    'X-Content-Type-Options': 'nosniff',
  };
  const download = c.req.query('download');
  if (download !== undefined) {
    headers[DISPOSITION] = contentDisposition(download || fileNameOf(name));
  }
  return headers;
}

/** Adds the type. Anything that a browser could run on this origin is saved as a file and sandboxed. */
export function setType(headers: Record<string, string>, name: string, type: string): void {
  headers['Content-Type'] = type;
  if (isInert(type)) return;
  headers['Content-Security-Policy'] = SANDBOX;
  headers[DISPOSITION] ??= contentDisposition(fileNameOf(name));
}
