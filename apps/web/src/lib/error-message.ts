import { isEndedSession } from './ended-session.ts';
import { isUnreachable, UnreachableError } from './unreachable-error.ts';

const UNEXPECTED = 'An unexpected error occurred.';
const SESSION_ENDED = "You've been logged out. Please log in again.";

/** The error code of an answer of the backend; empty where there is none. */
export function errorCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/**
 * What went wrong, in the backend's words: errors of the backend client are plain objects or
 * Errors with a `message`; anything else gets a general sentence. The client of the authentication service
 * gives "{}" as the message of an answer it could not read.
 */
export function errorMessage(error: unknown): string {
  if (isUnreachable(error)) return new UnreachableError().message;
  if (isEndedSession(error)) return SESSION_ENDED;
  if (typeof error === 'object' && error !== null && 'message' in error) {
    const { message } = error;
    if (typeof message === 'string' && message !== '' && message !== '{}') return message;
  }
  return UNEXPECTED;
}
