import type * as library from '@simplewebauthn/server';

// Loaded with the first passkey or security key, because it takes a tenth of the server's loading time and
// many servers never need it.
export const loadWebAuthn = (): Promise<typeof library> => import('@simplewebauthn/server');
