import { z } from 'zod';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';

/** @throws AuthError passkey_disabled when browsers would reject passkeys */
export function requireParty({ config }: Pick<AuthContext, 'config'>): RelyingParty {
  if (config.passkeyParty === null) throw authErrors.passkeysDisabled();
  return config.passkeyParty;
}

const base = {
  id: z.string().min(1),
  rawId: z.string().min(1),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};
const transports = z.array(
  z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']),
);

/** A browser's response for a new credential. The library reads the other members. */
export const registrationSchema = z.object({
  challenge_id: z.guid(),
  credential: z.object({
    ...base,
    response: z.object({
      clientDataJSON: z.string(),
      attestationObject: z.string(),
      transports: transports.optional().catch([]),
    }),
  }),
});

/** A browser's response for an existing credential. */
export const authenticationSchema = z.object({
  challenge_id: z.guid(),
  credential: z.object({
    ...base,
    response: z.object({
      clientDataJSON: z.string(),
      authenticatorData: z.string(),
      signature: z.string(),
      userHandle: z
        .string()
        .nullish()
        .transform((handle) => handle ?? undefined),
    }),
  }),
});
