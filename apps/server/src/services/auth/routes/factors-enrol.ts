import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { enrolTotpFactor } from '../factors/enrol-factor.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { optionalText, readBody } from './request-body.ts';

const MAX_NAME_LENGTH = 200;

const shortText = optionalText.pipe(z.string().max(MAX_NAME_LENGTH).optional());
const bodySchema = z.object({
  factor_type: z.string().nullish(),
  friendly_name: shortText,
  issuer: shortText,
});

/** POST /factors: an authenticator app; phones and security keys are refused. */
export function createFactorsEnrolRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const signedIn = await requireUser(auth, c);
    const body = await readBody(c, bodySchema);
    if (body.factor_type === 'phone') throw authErrors.phoneFactorsDisabled();
    if (body.factor_type === 'webauthn') throw authErrors.webauthnFactorsDisabled();
    if (body.factor_type !== 'totp') {
      throw authErrors.validationFailed('factor_type needs to be totp, phone, or webauthn');
    }
    const friendlyName = (body.friendly_name ?? '').trim();
    const issuer = body.issuer ?? null;
    const request = { friendlyName, issuer, client: describeClient(c) };
    const { id, key } = await enrolTotpFactor(auth, signedIn, request);
    return c.json({
      id,
      type: 'totp',
      friendly_name: friendlyName,
      totp: { qr_code: key.qrCode, secret: key.secret, uri: key.uri },
    });
  };
}
