/** The code that an error bears, SQLSTATE or one of the driver's or the system's; null without one. */
export function codeOf(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}
