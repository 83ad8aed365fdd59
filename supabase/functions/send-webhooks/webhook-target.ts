import { isIP } from 'node:net';
import { optionalVariable } from '../_shared/http.ts';

/** Names that no public host has. */
const LOCAL_NAME = /^(?:localhost|[^.]+|.+\.(?:localhost|local|internal|lan|home\.arpa))$/;
/** Private, shared, loopback, link-local, documentation, multicast and reserved networks. */
const LOCAL_IPV4 =
  /^(?:0|10|127|22[4-9]|23\d|24\d|25[0-5])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.(?:0\.[02]|168|88\.99)\.|^198\.(?:1[89]|51\.100)\.|^203\.0\.113\./;
/** Global unicast addresses of IPv6 without those that contain an IPv4 address. */
const PUBLIC_IPV6 = /^[23][\da-f]{3}:/i;
const IPV4_IN_IPV6 = /^(?:2002:|2001:0*:|64:ff9b:)/i;

export function isLocalAddress(address: string): boolean {
  if (isIP(address) === 4) return LOCAL_IPV4.test(address);
  return !PUBLIC_IPV6.test(address) || IPV4_IN_IPV6.test(address);
}

/** On a developer's machine, webhooks may go to this machine. */
function isSandbox(): boolean {
  return (
    optionalVariable('BEACONPAY_LOCAL_ONLY') === 'true' &&
    optionalVariable('NODE_ENV') !== 'production'
  );
}

/** The addresses of a name. Empty where the function may not look names up: then only allowed hosts are reachable. */
async function addressesOf(name: string): Promise<string[]> {
  const lists = await Promise.all(
    (['A', 'AAAA'] as const).map((type) => Deno.resolveDns(name, type).catch(() => [])),
  );
  return lists.flat();
}

/** Why a webhook may not go to this URL. Null: it may. */
export async function reasonToRefuse(address: string): Promise<string | null> {
  if (!URL.canParse(address)) return 'the URL is not valid';
  const url = new URL(address);
  if (isSandbox()) return null;
  if (url.protocol !== 'https:') return 'the URL does not start with https://';
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLocal =
    isIP(host) === 0
      ? LOCAL_NAME.test(host) || (await addressesOf(host)).some(isLocalAddress)
      : isLocalAddress(host);
  return isLocal ? 'the URL leads into a local network' : null;
}
