/**
 * The address a typed website stands for ("acme.example" gives "https://acme.example/"), or null
 * for what is none. Only http and https: a link must never run code. The database
 * (private.web_address, private.avatar_address) asks the same.
 */
export function webAddressOf(text: string): string | null {
  const trimmed = text.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/:]+:\d+(\/|$)/.test(trimmed);
  const candidate = hasScheme ? trimmed : `https://${trimmed}`;
  if (/\s/.test(trimmed) || !URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  // A name before an @ makes an address look as if it led elsewhere.
  const isPlain = url.username === '' && url.password === '' && !trimmed.includes('\\');
  return isWeb && isPlain && url.hostname.includes('.') ? url.href : null;
}

const OWN_STORAGE =
  /^\/storage\/v1\/(object|render\/image)\/(public|authenticated|sign)\/[^\s\\]+$/;

/** Whether a picture may come from there: over an encrypted connection, or from our own storage. */
export function isPictureAddress(text: string): boolean {
  if (OWN_STORAGE.test(text)) return !text.split('/').some((part) => part === '.' || part === '..');
  return /^https:\/\//i.test(text) && webAddressOf(text) !== null;
}
