import { readConfiguration } from './configuration.ts';

/** Whether this browser supports passkeys and security keys. */
export function hasWebAuthn(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Whether this browser and the backend support passkeys. */
export function canUsePasskeys(): boolean {
  return readConfiguration().passkeys && hasWebAuthn();
}
