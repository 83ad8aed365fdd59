const MESSAGE = "We couldn't reach BeaconPay. Please check your connection and try again.";

/** No answer came in time: the request may or may not have arrived. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor(options?: ErrorOptions) {
    super(MESSAGE, options);
  }
}

/**
 * Whether an error says that no answer came. Each client of the backend wraps what its fetch
 * threw in its own way: data adds the name before the message, functions keep it as the context.
 */
export function isUnreachable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { message, context } = error as { message?: unknown; context?: unknown };
  return (
    (typeof message === 'string' && message.endsWith(MESSAGE)) ||
    context instanceof UnreachableError
  );
}
