import type { Credentials } from '../../components/sign-in/credentials.schema.ts';
import { keepFormDrafts } from '../../boot/form-draft.ts';
import { readBackendError } from '../../lib/backend-error.ts';
import { needsMfaChallenge } from '../../session/mfa/assurance-level.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import type { EmailPurpose } from '../../session/auth-dialogs.tsx';
import { withoutLinkParts } from './email-link.ts';
import type { SignUpRequest } from './sign-up.schema.ts';

/** What a call brings along where a captcha is asked for. */
interface WithCaptcha {
  captchaToken: string | undefined;
}

export interface LogInOutcome {
  /** The password was right; who has a second factor is asked for its code next. */
  isSecondStepDue: boolean;
}

/** Signs in; the session provider hears of it by itself. Throws the backend's error. */
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
  return { isSecondStepDue: needsMfaChallenge(data.session) };
}

/** Whether a log-in was refused only because its address is not confirmed yet. */
export function isUnconfirmed(error: unknown): boolean {
  return readBackendError(error).key === 'email_not_confirmed';
}

export interface SignUpOutcome {
  /** Nobody is signed in by it: the address must be confirmed, or has an account already, which is not told. */
  mustCheckEmail: boolean;
}

/** Makes an account. Throws the backend's error. */
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
      data: details,
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

/** Sends a mail with a link and a code, in place of any before. Throws the backend's error. */
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

/** Signs in with the code of a mail, in whichever browser. Throws the backend's error. */
export async function verifyEmailCode(request: EmailRequest & { code: string }): Promise<void> {
  const { purpose, email, code } = request;
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.verifyOtp({ type: purpose, email, token: code });
  if (error) throw error;
}

/** What the browser answers when its sheet was closed, or took too long. */
const GIVEN_UP = ['NotAllowedError', 'AbortError'];

/** Asks the browser for a passkey. False: its sheet was closed. Throws the backend's error. */
export async function logInWithPasskey(captchaToken: string | undefined): Promise<boolean> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.signInWithPasskey({ options: captchaOption(captchaToken) });
  if (error === null) return true;
  if (GIVEN_UP.includes(error.name)) return false;
  throw error;
}

/** Leaves for Google, which leads back to this page. Throws when that cannot begin. */
export async function continueWithGoogle(): Promise<void> {
  const supabase = await loadSupabase();
  keepFormDrafts('log-in');
  const { error } = await supabase.auth.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: addressOfThisPage('google') },
  });
  if (error) throw error;
}

/** The client's types take no undefined. */
function captchaOption(captchaToken: string | undefined): { captchaToken?: string } {
  return captchaToken === undefined ? {} : { captchaToken };
}

/** The page that the user is on, to return to. It names the link that led back, in case that link fails. */
function addressOfThisPage(link: EmailPurpose | 'google'): string {
  const address = new URL(window.location.href);
  address.hash = '';
  address.search = withoutLinkParts(address.searchParams).toString();
  address.searchParams.set('link', link);
  return address.href;
}
