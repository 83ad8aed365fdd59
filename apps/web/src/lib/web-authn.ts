import { readConfiguration } from './configuration.ts';

/** Whether this browser knows passkeys and security keys. */
export function hasWebAuthn(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Whether this browser and the backend both know passkeys. */
export function canUsePasskeys(): boolean {
  return readConfiguration().passkeys && hasWebAuthn();
}
