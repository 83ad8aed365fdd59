import { readFunctionError } from '../../lib/backend-error.ts';
import { requireSessionOf } from '../../session/require-session.ts';

// The database has the same limit (authorize_account_action).
export const REASON_MAX_LENGTH = 500;

/** What an administrator does with the account of a customer. */
export type AccountAction =
  | { type: 'lock'; reason: string }
  | { type: 'unlock' | 'sign_out' | 'resend_confirmation' | 'send_recovery' | 'delete' }
  | { type: 'make_administrator' | 'unmake_administrator'; reason: string }
  | { type: 'confirm_request' | 'withdraw_request'; requestId: string };

/** Throws SignedOutError or the backend's error. */
export async function manageAccount(
  adminId: string,
  userId: string,
  action: AccountAction,
): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const result: { error: unknown } = await supabase.functions.invoke('manage-account', {
    body: {
      action: action.type,
      user_id: userId,
      ...('requestId' in action ? { request_id: action.requestId } : {}),
      ...('reason' in action && action.reason !== '' ? { reason: action.reason } : {}),
    },
  });
  if (result.error === null) return;
  const { message, key } = await readFunctionError(result.error);
  throw Object.assign(new Error(message, { cause: result.error }), { hint: key });
}
