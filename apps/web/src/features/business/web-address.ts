/**
 * The address a typed website stands for ("acme.example" gives "https://acme.example/"), or null
 * for what is none. Only http and https: a link must never run code.
 */
export function webAddressOf(text: string): string | null {
  const trimmed = text.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/:]+:\d+(\/|$)/.test(trimmed);
  const candidate = hasScheme ? trimmed : `https://${trimmed}`;
  if (/\s/.test(trimmed) || !URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.hostname.includes('.') ? url.href : null;
}
