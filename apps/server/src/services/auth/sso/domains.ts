import { domainToASCII } from 'node:url';

const MAX_LENGTH = 253;
const LABELS = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/;

/** A domain in the form in which it is compared and stored, or null when the text is not a domain. */
export function readDomain(text: string): string | null {
  const domain = domainToASCII(text.trim()).toLowerCase();
  return domain.length <= MAX_LENGTH && LABELS.test(domain) ? domain : null;
}
