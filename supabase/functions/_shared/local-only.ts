import { optionalVariable } from './http.ts';

const LOCAL_NAME = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/;
/** Headers that a proxy adds. A request with one of them may come from another machine. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-host'];

function isLocal(address: string): boolean {
  return URL.canParse(address) && LOCAL_NAME.test(new URL(address).hostname);
}

/** Whether a request appears to come from a client on the server's own machine. */
function isFromThisMachine({ url, headers }: Request): boolean {
  const origin = headers.get('Origin');
  return (
    isLocal(url) &&
    (origin === null || origin === 'null' || isLocal(origin)) &&
    !PROXY_HEADERS.some((name) => headers.has(name))
  );
}

/**
 * Whether the sandbox of a provider may respond: only requests from the server's own machine use it. The
 * server listens on loopback without a proxy and is not in production.
 */
export function isOnThisMachineOnly(request: Request): boolean {
  const siteUrl = optionalVariable('SITE_URL');
  return (
    optionalVariable('BEACONPAY_LOCAL_ONLY') === 'true' &&
    optionalVariable('NODE_ENV') !== 'production' &&
    (siteUrl === null || isLocal(siteUrl)) &&
    isFromThisMachine(request)
  );
}
