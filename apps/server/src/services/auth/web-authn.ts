import type * as library from '@simplewebauthn/server';

// Loaded with the first passkey or security key: it is a tenth of what a server would load at its
// start, and many never ask for one.
export const loadWebAuthn = (): Promise<typeof library> => import('@simplewebauthn/server');
