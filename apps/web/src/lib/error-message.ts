import { isEndedSession } from './ended-session.ts';
import { errorSentence } from './error-sentences.ts';
import { isUnreachable, UnreachableError } from './unreachable-error.ts';

const UNEXPECTED = 'An unexpected error occurred.';
const SESSION_ENDED = 'You have been logged out. Please log in again.';

/**
 * What went wrong: the sentence for the error's code, or else the backend's own message. Errors of
 * the backend client are plain objects or Errors with a `message`; anything else gets a general
 * sentence. The auth client gives "{}" as the message of a response that it could not parse.
 */
export function errorMessage(error: unknown): string {
  if (isUnreachable(error)) return new UnreachableError().message;
  if (isEndedSession(error)) return SESSION_ENDED;
  const sentence = errorSentence(error);
  if (sentence !== null) return sentence;
  if (typeof error === 'object' && error !== null && 'message' in error) {
    const { message } = error;
    if (typeof message === 'string' && message !== '' && message !== '{}') return message;
  }
  return UNEXPECTED;
}
