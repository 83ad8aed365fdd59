import type { Caller } from './caller.ts';

export type Setting = readonly [name: string, value: string];

/** The parts of an HTTP request that SQL can read. */
interface CallerRequest {
  readonly method: string;
  /** The path without the prefix of the service. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A caller and its request. */
export interface ActingCaller {
  readonly caller: Caller;
  readonly request: CallerRequest;
}

const claimsTexts = new WeakMap<object, string>();

/** Claims as JSON, cached by object: a cached token always has the same claims object. */
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
 * The settings through which policies, triggers and functions read the caller and the request, for all
 * services. The role comes first, so that the role itself sets the others.
 */
export function callerSettings({ caller, request }: ActingCaller): Setting[] {
  const { cookie, ...headers } = request.headers;
  const { sub } = caller.claims;
  return [
    ['role', caller.role],
    ['request.jwt.claims', claimsText(caller)],
    // Always set, as the claims are, so that no value of another caller remains. `auth.uid()` reads it first.
    ['request.jwt.claim.sub', typeof sub === 'string' ? sub : ''],
    ['request.method', request.method],
    ['request.path', request.path],
    ['request.headers', JSON.stringify(headers)],
    ['request.cookies', cookie === undefined ? '{}' : JSON.stringify(parseCookies(cookie))],
  ];
}
