import { readBackendError, UnreachableError } from './backend-error.ts';
import { m } from '../paraglide/messages.js';

const UNEXPECTED = m.error_an_unexpected_error_occurred();
const SESSION_ENDED = m.error_youve_been_logged_out_please_log_in();
/** The auth client's message for a response that it could not parse. */
const UNREADABLE = '{}';

/** The text on screen for any error. */
export function errorMessage(error: unknown): string {
  const { kind, message } = readBackendError(error);
  if (kind === 'unreachable') return new UnreachableError().message;
  if (kind === 'session-ended') return SESSION_ENDED;
  return message === '' || message === UNREADABLE ? UNEXPECTED : message;
}
