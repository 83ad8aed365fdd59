import type * as library from '@simplewebauthn/server';

// Loaded with the first passkey or security key: it is a tenth of what a server would load at its
// start, and many never ask for one.
const load = (): Promise<typeof library> => import('@simplewebauthn/server');

export const generateRegistrationOptions: typeof library.generateRegistrationOptions = async (
  options,
) => (await load()).generateRegistrationOptions(options);

export const verifyRegistrationResponse: typeof library.verifyRegistrationResponse = async (
  options,
) => (await load()).verifyRegistrationResponse(options);

export const generateAuthenticationOptions: typeof library.generateAuthenticationOptions = async (
  options,
) => (await load()).generateAuthenticationOptions(options);

export const verifyAuthenticationResponse: typeof library.verifyAuthenticationResponse = async (
  options,
) => (await load()).verifyAuthenticationResponse(options);
