/** Whether this browser knows passkeys and security keys. */
export function hasWebAuthn(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}
