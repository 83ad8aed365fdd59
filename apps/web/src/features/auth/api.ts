import type { Credentials } from '../../components/sign-in/credentials.schema.ts';
import { keepFormDrafts } from '../../boot/form-draft.ts';
import { readBackendError } from '../../lib/backend-error.ts';
import { LANGUAGE } from '../../lib/locale.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import type { EmailPurpose } from '../../session/auth-dialogs.tsx';
import { sessionStatusOf } from '../../session/session-state.ts';
import { withoutLinkParts } from './email-link.ts';
import type { SignUpRequest } from './sign-up.schema.ts';

/** The captcha token of a call, if the backend requires one. */
interface WithCaptcha {
  captchaToken: string | undefined;
}

export interface LogInOutcome {
  /** The password is correct, and the user has a second factor to verify. */
  isMfaRequired: boolean;
}

/** Signs in. The session provider is notified by the client. Throws the backend's error. */
export async function logIn({
  email,
  password,
  captchaToken,
}: Credentials & WithCaptcha): Promise<LogInOutcome> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.signInWithPassword({
    email,
    password,
    options: captchaOption(captchaToken),
  });
  if (error) throw error;
  return { isMfaRequired: sessionStatusOf(data.session) === 'mfa-required' };
}

/** Whether a log-in failed because the email address is not confirmed. */
export function isUnconfirmed(error: unknown): boolean {
  return readBackendError(error).key === 'email_not_confirmed';
}

export interface SignUpOutcome {
  /** No session was created: the address must be confirmed, or it already has an account. The backend does not reveal which. */
  mustCheckEmail: boolean;
}

/** Creates an account. Throws the backend's error. */
export async function signUp({
  email,
  password,
  details,
  captchaToken,
}: SignUpRequest & WithCaptcha): Promise<SignUpOutcome> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.signUp({
    email,
    password,
    options: {
      // Mails and SMS are in the language of the account.
      data: { ...details, locale: LANGUAGE },
      emailRedirectTo: addressOfThisPage('signup'),
      ...captchaOption(captchaToken),
    },
  });
  if (error) throw error;
  return { mustCheckEmail: data.session === null };
}

export interface EmailRequest {
  purpose: EmailPurpose;
  email: string;
}

/** Sends an email with a link and a code, which replace earlier ones. Throws the backend's error. */
export async function sendEmailCode({
  purpose,
  email,
  captchaToken,
}: EmailRequest & WithCaptcha): Promise<void> {
  const supabase = await loadSupabase();
  const target = addressOfThisPage(purpose);
  const captcha = captchaOption(captchaToken);
  const { error } =
    purpose === 'signup'
      ? await supabase.auth.resend({
          type: purpose,
          email,
          options: { emailRedirectTo: target, ...captcha },
        })
      : await supabase.auth.resetPasswordForEmail(email, { redirectTo: target, ...captcha });
  if (error) throw error;
}

/** Signs in with the code of an email, in any browser. Throws the backend's error. */
export async function verifyEmailCode(request: EmailRequest & { code: string }): Promise<void> {
  const { purpose, email, code } = request;
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.verifyOtp({ type: purpose, email, token: code });
  if (error) throw error;
}

/** The browser's errors when the user closed the passkey prompt or it timed out. */
const CANCELLED = ['NotAllowedError', 'AbortError'];

/** Signs in with a passkey. Resolves to false if the user cancelled. Throws the backend's error. */
export async function logInWithPasskey(captchaToken: string | undefined): Promise<boolean> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.signInWithPasskey({ options: captchaOption(captchaToken) });
  if (error === null) return true;
  if (CANCELLED.includes(error.name)) return false;
  throw error;
}

/** Redirects to Google, which redirects back to this page. Throws if the redirect fails. */
export async function continueWithGoogle(): Promise<void> {
  const supabase = await loadSupabase();
  keepFormDrafts('log-in');
  const { error } = await supabase.auth.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: addressOfThisPage('google') },
  });
  if (error) throw error;
}

/** The client's types reject undefined. */
function captchaOption(captchaToken: string | undefined): { captchaToken?: string } {
  return captchaToken === undefined ? {} : { captchaToken };
}

/** The return address: this page. It names the kind of link, for the notice about a failed link. */
function addressOfThisPage(link: EmailPurpose | 'google'): string {
  const address = new URL(window.location.href);
  address.hash = '';
  address.search = withoutLinkParts(address.searchParams).toString();
  address.searchParams.set('link', link);
  return address.href;
}
