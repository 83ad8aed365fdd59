import { isIPv6 } from 'node:net';
import type { Caller } from '../identity/caller.ts';

/** A household usually has a /64 network of IPv6 addresses, so a network counts as one address. */
export function rateLimitKeyOfAddress(address: string): string {
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mappedIpv4?.[1] !== undefined) return mappedIpv4[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1).join('').split('::');
  const headGroups = head === '' ? [] : head.split(':');
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - headGroups.length - tailGroups.length;
  const groups = [...headGroups, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...tailGroups];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/**
 * The key that rate limits count by: the user, or the address of an anonymous caller. Null for the
 * secret key, because servers use it for many users.
 */
export function rateLimitKeyOfCaller({ role, claims }: Caller, address: string): string | null {
  if (role === 'service_role') return null;
  const { sub } = claims;
  return typeof sub === 'string' ? `${role} ${sub}` : `${role} ${rateLimitKeyOfAddress(address)}`;
}
