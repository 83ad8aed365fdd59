import type * as library from '@simplewebauthn/server';

// Loaded with the first passkey or security key. The library is a tenth of the code that a server would load
// at its start, and many servers never use it.
export const loadWebAuthn = (): Promise<typeof library> => import('@simplewebauthn/server');
