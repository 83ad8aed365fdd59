import type { JsonObject } from '../json.ts';

/** Why a token is rejected. `expired` and `not-yet-valid` have a valid signature; `malformed` is no JWT. */
export type TokenProblem = 'malformed' | 'signature' | 'expired' | 'not-yet-valid' | 'claims';

export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly problem: TokenProblem;

  constructor(problem: TokenProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/** The tolerance for the times of a token. */
export interface ClaimRules {
  /** The allowed difference between the clocks of the issuer and this machine. */
  readonly leewayS: number;
  /** Whether `iat` must not be in the future. */
  readonly checksIssue: boolean;
}

/** The allowed difference between clocks, added to the lifetime of a token. */
const LEEWAY_S = 60;

/** The time after which a token is invalid for every clock. */
export function tokenGoneAfterS(tokenLifetimeS: number): number {
  return tokenLifetimeS + LEEWAY_S;
}

export const EXACT_RULES: ClaimRules = { leewayS: 0, checksIssue: false };
export const DATA_API_RULES: ClaimRules = { leewayS: 30, checksIssue: true };

function timeOf(claims: JsonObject, name: 'exp' | 'nbf' | 'iat'): number | null {
  const time = claims[name];
  if (time === undefined || time === null) return null;
  if (typeof time === 'number') return time;
  throw new TokenError('claims', `The JWT '${name}' claim must be a number`);
}

/** @throws TokenError when it is not valid at this moment */
export function checkTimes(claims: JsonObject, nowS: number, rules: ClaimRules): void {
  const { leewayS, checksIssue } = rules;
  const expiresAtS = timeOf(claims, 'exp');
  const validFromS = timeOf(claims, 'nbf');
  if (expiresAtS !== null && expiresAtS + leewayS <= nowS) {
    throw new TokenError('expired', 'JWT expired');
  }
  if (validFromS !== null && validFromS - leewayS > nowS) {
    throw new TokenError('not-yet-valid', 'JWT not yet valid');
  }
  if (!checksIssue) return;
  const issuedAtS = timeOf(claims, 'iat');
  if (issuedAtS !== null && issuedAtS - leewayS > nowS) {
    throw new TokenError('claims', 'JWT issued at future');
  }
}
