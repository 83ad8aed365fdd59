import { z } from 'zod';
import { parseAssignedPhone } from '../accounts/phone-number.ts';
import { authErrors } from '../errors.ts';
import { enrolKeyFactor, enrolPhoneFactor, enrolTotpFactor } from '../factors/enrol-factor.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { optionalText, readBody } from './request-body.ts';
import type { Route } from './route.ts';

const MAX_NAME_LENGTH = 200;

const shortText = optionalText.pipe(z.string().max(MAX_NAME_LENGTH).optional());
const bodySchema = z.object({
  factor_type: z.string().nullish(),
  friendly_name: shortText,
  issuer: shortText,
  phone: optionalText,
});

/**
 * POST /factors: an authenticator app, a phone if an SMS provider is configured, or a security key if
 * browsers accept it.
 */
export const factorsEnrolRoute: Route = async (auth, c) => {
  const signedIn = await requireUser(auth, c);
  const body = await readBody(c, bodySchema);
  const friendlyName = (body.friendly_name ?? '').trim();
  const request = { friendlyName, client: describeClient(c) };
  if (body.factor_type === 'phone') {
    if (!auth.config.sms.isOn) throw authErrors.phoneFactorsDisabled();
    if (body.phone === undefined) throw authErrors.validationFailed('Phone number required');
    const phone = parseAssignedPhone(body.phone);
    const id = await enrolPhoneFactor(auth, signedIn, phone, request);
    return c.json({ id, type: 'phone', friendly_name: friendlyName, phone });
  }
  if (body.factor_type === 'webauthn') {
    if (auth.config.passkeyParty === null) throw authErrors.webauthnFactorsDisabled();
    const id = await enrolKeyFactor(auth, signedIn, request);
    return c.json({ id, type: 'webauthn', friendly_name: friendlyName });
  }
  if (body.factor_type !== 'totp') {
    throw authErrors.validationFailed('factor_type needs to be totp, phone, or webauthn');
  }
  const { id, key } = await enrolTotpFactor(auth, signedIn, body.issuer ?? null, request);
  return c.json({
    id,
    type: 'totp',
    friendly_name: friendlyName,
    totp: { qr_code: key.qrCode, secret: key.secret, uri: key.uri },
  });
};
