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

const TRACE_PARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(?:-.*)?$/;

/** The trace id of the `traceparent` header (W3C Trace Context), or null without one. */
export function traceIdOf(traceParent: string | undefined): string | null {
  if (traceParent === undefined || traceParent.startsWith('ff')) return null;
  const [, traceId, parentId] = TRACE_PARENT.exec(traceParent) ?? [];
  if (traceId === undefined || parentId === undefined) return null;
  return /[^0]/.test(traceId) && /[^0]/.test(parentId) ? traceId : null;
}
