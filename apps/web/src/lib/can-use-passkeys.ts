import { readConfiguration } from './configuration.ts';

/** Whether this browser and the backend both know passkeys. */
export function canUsePasskeys(): boolean {
  return readConfiguration().passkeys && typeof window.PublicKeyCredential === 'function';
}
