/** Who a connection comes from: behind a trusted proxy, the client that the proxy names. */
export function clientAddressOf(
  remoteAddress = 'unknown',
  forwardedFor: string | undefined,
  trustProxy: boolean,
): string {
  // The last entry is the one that our own proxy wrote; the client may have sent the others.
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined;
  return forwarded === undefined || forwarded === '' ? remoteAddress : forwarded;
}
