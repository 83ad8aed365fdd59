import { readBackendError } from '../../lib/backend-error.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { m } from '../../paraglide/messages.js';

/** Messages about a security key, by the name of the browser's error. */
const BROWSER_ERRORS: Partial<Record<string, string>> = {
  NotAllowedError: m.session_your_security_key_didnt_respond_or_request(),
  AbortError: m.session_request_was_cancelled_please_try_again(),
  InvalidStateError: m.session_this_security_key_is_already_set_up(),
  SecurityError: m.session_security_keys_dont_work_on_this_address(),
  ConstraintError: m.session_this_key_cant_be_used_here_try(),
  NotSupportedError: m.session_this_key_cant_be_used_here_try(),
};

/** Error codes whose usual message mentions a typed code. A security key has none. */
const KEY_SENTENCES: Partial<Record<string, string>> = {
  mfa_verification_failed: m.session_we_couldnt_verify_this_security_key_please(),
  mfa_challenge_expired: m.common_this_took_too_long_please_try_again(),
};

/** The message for an error of a security key. */
export function webauthnError(error: unknown): string {
  const { name } = (error ?? {}) as { name?: unknown };
  const ofBrowser = typeof name === 'string' ? BROWSER_ERRORS[name] : undefined;
  return ofBrowser ?? KEY_SENTENCES[readBackendError(error).key] ?? errorMessage(error);
}
