import type { AuthSettings } from './settings.ts';

/** `**` stands for anything, `*` for anything but `.` and `/`, `?` for one such character. */
function compilePattern(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|\*|\?|[.+^${}()|[\]\\/]/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}

function isWebAddress(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}

/**
 * Where a mail's link leads in the end: the address asked for if the site owns
 * it or the operator allows it, else the site's own. Compared and returned in
 * parsed form, so that no spelling of an address is read in two ways.
 */
export function chooseRedirect(config: AuthSettings, requested: string | undefined): string {
  if (requested === undefined || !URL.canParse(requested)) return config.siteUrl;
  const url = new URL(requested);
  // The fragment is where the session is put.
  url.hash = '';
  if (isWebAddress(url) && (url.username !== '' || url.password !== '')) return config.siteUrl;
  if (isWebAddress(url) && url.origin === new URL(config.siteUrl).origin) return url.href;
  const spellings = [url.href, url.href.replace(/\/$/, '')];
  const isAllowed = config.redirectAllowList
    .map(compilePattern)
    .some((pattern) => spellings.some((spelling) => pattern.test(spelling)));
  return isAllowed ? url.href : config.siteUrl;
}

/** An address with parameters in its fragment and, if wanted, in its query too. */
export function withParameters(
  address: string,
  parameters: Readonly<Record<string, string | number>>,
  places: { readonly query: boolean; readonly fragment: boolean },
): string {
  const url = new URL(address);
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) encoded.set(name, String(value));
  if (places.query) encoded.forEach((value, name) => url.searchParams.set(name, value));
  if (places.fragment) url.hash = encoded.toString();
  return url.href;
}

/** Where the app finds the code that it exchanges for a session. */
export function withCode(address: string, code: string): string {
  return withParameters(address, { code }, { query: true, fragment: false });
}

/** The session is in the fragment, which browsers do not send to servers. */
export function withSession(address: string, members: Record<string, string | number>): string {
  return withParameters(address, members, { query: false, fragment: true });
}
