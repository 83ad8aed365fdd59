import { readBackendError } from '../../lib/backend-error.ts';
import { errorMessage } from '../../lib/error-message.ts';

/** Messages about a security key, by the name of the browser's error. */
const BROWSER_ERRORS: Partial<Record<string, string>> = {
  NotAllowedError:
    "Your security key didn't respond, or the request was cancelled. Please try again.",
  AbortError: 'The request was cancelled. Please try again.',
  InvalidStateError: 'This security key is already set up. Use another one.',
  SecurityError: "Security keys don't work on this address.",
  ConstraintError: "This key can't be used here. Try another one.",
  NotSupportedError: "This key can't be used here. Try another one.",
};

/** Error codes whose usual message mentions a typed code. A security key has none. */
const KEY_SENTENCES: Partial<Record<string, string>> = {
  mfa_verification_failed: "We couldn't verify this security key. Please try again.",
  mfa_challenge_expired: 'This took too long. Please try again.',
};

/** The message for an error of a security key. */
export function webauthnError(error: unknown): string {
  const { name } = (error ?? {}) as { name?: unknown };
  const ofBrowser = typeof name === 'string' ? BROWSER_ERRORS[name] : undefined;
  return ofBrowser ?? KEY_SENTENCES[readBackendError(error).key] ?? errorMessage(error);
}
