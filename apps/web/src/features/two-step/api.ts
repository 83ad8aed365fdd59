import { queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { requireSessionOf } from '../../session/require-session.ts';

/** How the account's app is named in lists; the product sets one up at a time. */
const FRIENDLY_NAME = 'Authenticator app';
/** How the app names the account's entry. */
const ISSUER = 'BeaconPay';

export interface AppKey {
  factorId: string;
  /** An address of the picture. */
  qrCode: string;
  /** For typing instead. */
  secret: string;
}

/** Begins to set an app up, in place of what was begun and left. Throws the backend's error. */
export async function beginSetUp(): Promise<AppKey> {
  const supabase = await loadSupabase();
  const { data: factors, error: unread } = await supabase.auth.mfa.listFactors();
  if (unread) throw unread;
  for (const { id, status } of factors.all) {
    if (status === 'unverified') await discardSetUp(id);
  }
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: FRIENDLY_NAME,
    issuer: ISSUER,
  });
  if (error) throw error;
  return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}

/** Forgets what was begun. What cannot be forgotten now makes room at the next beginning. */
export async function discardSetUp(factorId: string): Promise<void> {
  const supabase = await loadSupabase();
  await supabase.auth.mfa.unenroll({ factorId });
}

/** Makes the app count with its first code. Throws the backend's error. */
export async function finishSetUp(request: { factorId: string; code: string }): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.mfa.challengeAndVerify(request);
  if (error) throw error;
}

/** What the server answers when this session has not proved its second step, or not any more. */
const NEEDS_CODE = 'insufficient_aal';

/** Whether the app is gone, or its owner was asked for a code first. Throws the backend's error. */
export async function removeApp(factorId: string): Promise<'removed' | 'code-needed'> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.mfa.unenroll({ factorId });
  if (error !== null && error.code !== NEEDS_CODE) throw error;
  // The session's user and level are read anew, which also brings up the question for a code.
  const { error: unread } = await supabase.auth.refreshSession();
  if (unread) throw unread;
  return error === null ? 'removed' : 'code-needed';
}

export interface AdministratorRules {
  /** A password alone makes nobody an administrator. */
  isRequired: boolean;
  /** This session has proved two factors, be it by a passkey. */
  hasTwoFactors: boolean;
}

/** What is asked of administrators, and whether this one has done it. Throws the backend's error. */
export function administratorRulesQuery(adminId: string) {
  return queryOptions({
    queryKey: ['two-step', 'administrator-rules', adminId],
    queryFn: async (): Promise<AdministratorRules> => {
      const supabase = await loadSupabase();
      const [settings, level] = await Promise.all([
        supabase.from('security_settings').select('administrators_need_second_factor').single(),
        supabase.auth.mfa.getAuthenticatorAssuranceLevel(),
      ]);
      if (settings.error) throw settings.error;
      if (level.error) throw level.error;
      return {
        isRequired: settings.data.administrators_need_second_factor,
        hasTwoFactors: level.data.currentLevel === 'aal2',
      };
    },
    staleTime: 0,
  });
}

/** Decides for all administrators. Throws SignedOutError, the backend's error, or why nothing changed. */
export async function requireOfAdministrators(adminId: string, isRequired: boolean): Promise<void> {
  await requireSessionOf(adminId);
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('security_settings')
    .update({ administrators_need_second_factor: isRequired })
    .eq('is_only_row', true)
    .select('id');
  if (error) throw error;
  if (data.length !== 1) throw new Error('Log in with two steps to change this.');
}
