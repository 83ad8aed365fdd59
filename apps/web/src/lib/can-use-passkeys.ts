import { readConfiguration } from './configuration.ts';
import { hasWebAuthn } from './has-web-authn.ts';

/** Whether this browser and the backend both know passkeys. */
export function canUsePasskeys(): boolean {
  return readConfiguration().passkeys && hasWebAuthn();
}
