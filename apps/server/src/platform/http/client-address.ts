/** The address of the client. Behind a trusted proxy, the address that the proxy reports. */
export function clientAddressOf(
  remoteAddress = 'unknown',
  forwardedFor: string | undefined,
  trustProxy: boolean,
): string {
  // Our own proxy appends the last entry. The client can have sent the others.
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined;
  return forwarded === undefined || forwarded === '' ? remoteAddress : forwarded;
}
