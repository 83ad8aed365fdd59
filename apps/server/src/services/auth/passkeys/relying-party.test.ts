import { expect, test } from 'vitest';
import { z } from 'zod';
import { relyingPartyVariables, toRelyingParty } from './relying-party.ts';

const variables = z.object(relyingPartyVariables);
const partyOf = ({
  PUBLIC_URL = 'http://localhost:3000',
  ...environment
}: Readonly<Record<string, string>>) => toRelyingParty(variables.parse(environment), PUBLIC_URL);

test('The relying party is the site, if browsers allow passkeys there', () => {
  expect(partyOf({})).toEqual({
    id: 'localhost',
    name: 'localhost',
    origins: ['http://localhost:3000'],
  });
  expect(partyOf({ PUBLIC_URL: 'https://pay.example.com/' })).toEqual({
    id: 'pay.example.com',
    name: 'pay.example.com',
    origins: ['https://pay.example.com'],
  });
  expect(partyOf({ PUBLIC_URL: 'http://pay.example.com' })).toBeNull();
  expect(partyOf({ PUBLIC_URL: 'https://192.0.2.1' })).toBeNull();
});

test('Its id, name and origins can be set, as in Supabase Auth', () => {
  const app = `android:apk-key-hash:${'a'.repeat(43)}`;
  expect(
    partyOf({
      PUBLIC_URL: 'http://10.0.0.1',
      WEBAUTHN_RP_ID: 'example.com',
      WEBAUTHN_RP_DISPLAY_NAME: 'Beacon Pay',
      WEBAUTHN_RP_ORIGINS: `https://pay.example.com, https://example.com:8443,${app}`,
    }),
  ).toEqual({
    id: 'example.com',
    name: 'Beacon Pay',
    origins: ['https://pay.example.com', 'https://example.com:8443', app],
  });
  expect(partyOf({ PUBLIC_URL: 'https://pay.example.com', WEBAUTHN_RP_ID: 'example.com' })).toEqual(
    { id: 'example.com', name: 'example.com', origins: ['https://pay.example.com'] },
  );
});

test.each([
  [{ WEBAUTHN_RP_ID: 'https://example.com' }, /must be a domain/],
  [{ WEBAUTHN_RP_ID: 'example.com' }, /WEBAUTHN_RP_ID: http:\/\/localhost:3000 must be of example/],
  [
    { WEBAUTHN_RP_ID: 'example.com', WEBAUTHN_RP_ORIGINS: 'https://notexample.com' },
    /WEBAUTHN_RP_ORIGINS: https:\/\/notexample.com must be of example.com/,
  ],
  [{ WEBAUTHN_RP_ORIGINS: 'http://localhost:3000/cards' }, /WEBAUTHN_RP_ORIGINS: .* must be https/],
  [
    { WEBAUTHN_RP_ID: 'example.com', WEBAUTHN_RP_ORIGINS: 'http://example.com' },
    /WEBAUTHN_RP_ORIGINS: .* must be https/,
  ],
])('What browsers would refuse is refused at the start: %j', (environment, message) => {
  expect(() => partyOf(environment)).toThrow(message);
});
