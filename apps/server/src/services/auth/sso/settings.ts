import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { flag } from '../../../platform/setting-fields.ts';

const MIN_KEY_BITS = 2048;

/** A PEM text, with line breaks or `\n`, or DER in Base64 as in Supabase Auth. */
function readPrivateKey(text: string): KeyObject | null {
  if (text.includes('-----BEGIN')) return tryKey({ key: text.replaceAll('\\n', '\n') });
  const der = Buffer.from(text, 'base64');
  return (
    tryKey({ key: der, format: 'der', type: 'pkcs1' }) ??
    tryKey({ key: der, format: 'der', type: 'pkcs8' })
  );
}

function tryKey(input: Parameters<typeof createPrivateKey>[0]): KeyObject | null {
  try {
    return createPrivateKey(input);
  } catch {
    return null;
  }
}

function isStrongRsa(key: KeyObject): boolean {
  return (
    key.asymmetricKeyType === 'rsa' &&
    (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_KEY_BITS
  );
}

const privateKey = z.string().transform((text, context) => {
  const key = readPrivateKey(text);
  if (key !== null && isStrongRsa(key)) return key;
  context.addIssue(`must be an RSA key of at least ${MIN_KEY_BITS} bits, as PEM or DER in Base64`);
  return z.NEVER;
});

export const samlVariables = {
  SAML_ENABLED: flag.default(false),
  SAML_PRIVATE_KEY: privateKey.optional(),
  SAML_METADATA_PRIVATE_HOSTS: flag.default(false),
};

interface SamlSettings {
  /** Signs requests to identity providers. Null when SAML is off. */
  readonly privateKey: KeyObject | null;
  /** Whether metadata may be fetched from private networks. */
  readonly allowsPrivateHosts: boolean;
}

/** @throws Error that names the missing variables */
export function toSamlSettings(env: z.output<z.ZodObject<typeof samlVariables>>): SamlSettings {
  const { SAML_ENABLED: isOn, SAML_PRIVATE_KEY: key } = env;
  if (isOn && key === undefined) {
    throw new Error('The configuration is not valid:\n  SAML_PRIVATE_KEY: SAML_ENABLED needs it');
  }
  return {
    privateKey: isOn && key !== undefined ? key : null,
    allowsPrivateHosts: env.SAML_METADATA_PRIVATE_HOSTS,
  };
}
