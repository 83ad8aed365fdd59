import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { samlVariables, toSamlSettings } from './settings.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

function pem(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString();
}

function base64(type: 'pkcs1' | 'pkcs8'): string {
  return privateKey.export({ format: 'der', type }).toString('base64');
}

const variables = z.object(samlVariables);

function load(environment: Record<string, string>) {
  return toSamlSettings(variables.parse(environment));
}

describe('The settings of SAML', () => {
  test.each([
    ['PEM', pem(privateKey)],
    ['PEM in one line', pem(privateKey).replaceAll('\n', '\\n')],
    ['PKCS #1 in Base64, as Supabase Auth has it', base64('pkcs1')],
    ['PKCS #8 in Base64', base64('pkcs8')],
  ])('take a key as %s', (_form, text) => {
    const settings = load({ SAML_ENABLED: 'true', SAML_PRIVATE_KEY: text });
    expect(settings.privateKey?.equals(privateKey)).toBe(true);
  });

  test('use no key while SAML is off', () => {
    expect(load({ SAML_PRIVATE_KEY: pem(privateKey) }).privateKey).toBeNull();
  });

  test('prevent the start when SAML is enabled without a key', () => {
    expect(() => load({ SAML_ENABLED: 'true' })).toThrow(/ {2}SAML_PRIVATE_KEY: /);
  });

  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  test.each([
    ['a short key', pem(short)],
    ['a key of another kind', pem(curve)],
    ['no key at all', 'a secret'],
  ])('stop the start for %s, on or off', (_what, text) => {
    for (const isOn of ['true', 'false']) {
      const reading = variables.safeParse({ SAML_ENABLED: isOn, SAML_PRIVATE_KEY: text });
      expect(reading.error?.issues).toMatchObject([
        {
          path: ['SAML_PRIVATE_KEY'],
          message: expect.stringMatching(/^must be an RSA key of at least 2048 bits/) as string,
        },
      ]);
    }
  });
});
