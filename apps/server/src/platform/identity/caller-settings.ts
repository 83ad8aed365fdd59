import type { Caller } from './caller.ts';

export type Setting = readonly [name: string, value: string];

/** What the database may know of the request that a caller makes. */
interface CallerRequest {
  readonly method: string;
  /** Below the service's mount point. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Who acts, and by which request. */
export interface ActingCaller {
  readonly caller: Caller;
  readonly request: CallerRequest;
}

const claimsTexts = new WeakMap<object, string>();

/** Claims as JSON; a token's claims are the same object for as long as it is remembered. */
function claimsText({ claims }: Caller): string {
  let text = claimsTexts.get(claims);
  if (text === undefined) {
    text = JSON.stringify(claims);
    claimsTexts.set(claims, text);
  }
  return text;
}

function parseCookies(header: string): Record<string, string> {
  return Object.fromEntries(
    header
      .split(';')
      .map((pair) => pair.trim().split('='))
      .filter(([name]) => name !== undefined && name !== '')
      .map(([name = '', ...value]) => [name, value.join('=')]),
  );
}

/**
 * All settings by which policies, triggers and functions know the caller and
 * the request, whichever service acts. The role is the first: what follows is
 * set by the role itself.
 */
export function callerSettings({ caller, request }: ActingCaller): Setting[] {
  const { cookie, ...headers } = request.headers;
  const { sub } = caller.claims;
  return [
    ['role', caller.role],
    ['request.jwt.claims', claimsText(caller)],
    // Always both, so that a connection never keeps one of another caller. `auth.uid()` reads it first.
    ['request.jwt.claim.sub', typeof sub === 'string' ? sub : ''],
    ['request.method', request.method],
    ['request.path', request.path],
    ['request.headers', JSON.stringify(headers)],
    ['request.cookies', cookie === undefined ? '{}' : JSON.stringify(parseCookies(cookie))],
  ];
}
