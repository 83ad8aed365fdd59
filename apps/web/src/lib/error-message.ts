import { readBackendError, UnreachableError } from './backend-error.ts';

const UNEXPECTED = 'An unexpected error occurred.';
const SESSION_ENDED = "You've been logged out. Please log in again.";
/** The auth client's message for a response that it could not parse. */
const UNREADABLE = '{}';

/** The text on screen for any error. */
export function errorMessage(error: unknown): string {
  const { kind, message } = readBackendError(error);
  if (kind === 'unreachable') return new UnreachableError().message;
  if (kind === 'session-ended') return SESSION_ENDED;
  return message === '' || message === UNREADABLE ? UNEXPECTED : message;
}
