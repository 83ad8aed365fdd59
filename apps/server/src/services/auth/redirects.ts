import type { AuthSettings } from './settings.ts';

/** `**` matches anything, `*` anything but `.` and `/`, and `?` one such character. */
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
 * The final address of a mail's link: the requested one if it belongs to the site or the operator allows it,
 * otherwise the site's own. It is compared and returned in parsed form, so that all readers interpret it in
 * the same way.
 */
export function chooseRedirect(config: AuthSettings, requested: string | undefined): string {
  if (requested === undefined || !URL.canParse(requested)) return config.siteUrl;
  const url = new URL(requested);
  // The fragment will contain the session.
  url.hash = '';
  if (isWebAddress(url) && (url.username !== '' || url.password !== '')) return config.siteUrl;
  if (isWebAddress(url) && url.origin === new URL(config.siteUrl).origin) return url.href;
  const spellings = [url.href, url.href.replace(/\/$/, '')];
  const isAllowed = config.redirectAllowList
    .map(compilePattern)
    .some((pattern) => spellings.some((spelling) => pattern.test(spelling)));
  return isAllowed ? url.href : config.siteUrl;
}

/** An address with parameters in its fragment and, optionally, in its query. */
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

/** The address with the code that the app exchanges for a session. */
export function withCode(address: string, code: string): string {
  return withParameters(address, { code }, { query: true, fragment: false });
}

/** The session is in the fragment, which browsers do not send to servers. */
export function withSession(address: string, members: Record<string, string | number>): string {
  return withParameters(address, members, { query: false, fragment: true });
}
