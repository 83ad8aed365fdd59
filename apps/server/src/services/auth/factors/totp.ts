import { generateSecret, generateURI, verifySync } from 'otplib';
import { renderSVG } from 'uqr';

const DIGITS = 6;
const PERIOD_S = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

export interface TotpKey {
  /** A picture of the address as SVG without `#`, which a data URL cannot contain unescaped. */
  readonly qrCode: string;
  /** In base32. */
  readonly secret: string;
  readonly uri: string;
}

/** A new key for an authenticator app (RFC 6238), with the address that the app imports. */
export function createTotpKey(issuer: string, account: string): TotpKey {
  const secret = generateSecret({ length: SECRET_BYTES });
  const uri = generateURI({ issuer, label: account, secret, digits: DIGITS, period: PERIOD_S });
  return { secret, uri, qrCode: renderSVG(uri, { ecc: 'M', border: 4 }) };
}

/** The time step of a code, or null when the code is wrong. A clock may differ by one step. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const result = verifySync({
    secret,
    token: code,
    digits: DIGITS,
    period: PERIOD_S,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: PERIOD_S,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
