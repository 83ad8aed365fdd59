/**
 * The URL of a typed website ("acme.example" gives "https://acme.example/"), or null if the text is
 * no web address. Only http and https are allowed: a link must never run code. The database has the
 * same rules (private.web_address, private.avatar_address).
 */
export function webAddressOf(text: string): string | null {
  const trimmed = text.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/:]+:\d+(\/|$)/.test(trimmed);
  const candidate = hasScheme ? trimmed : `https://${trimmed}`;
  if (/\s/.test(trimmed) || !URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  // A name before an @ can disguise the real host.
  const isPlain = url.username === '' && url.password === '' && !trimmed.includes('\\');
  return isWeb && isPlain && url.hostname.includes('.') ? url.href : null;
}

const OWN_STORAGE =
  /^\/storage\/v1\/(object|render\/image)\/(public|authenticated|sign)\/[^\s\\]+$/;

/** Whether a picture may have this address: an https address, or a path of our own storage. */
export function isPictureAddress(text: string): boolean {
  if (OWN_STORAGE.test(text)) return !text.split('/').some((part) => part === '.' || part === '..');
  return /^https:\/\//i.test(text) && webAddressOf(text) !== null;
}
