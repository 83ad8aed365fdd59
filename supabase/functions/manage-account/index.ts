/**
 * What administrators do to the accounts of others. The database checks and logs each action with the token of
 * the administrator. Then the auth service carries it out with the secret key.
 */
import { connectAsService, requireCaller, type Caller } from '../_shared/backend.ts';
import { answer, HttpError, onPost } from '../_shared/http.ts';
import { m } from '../_shared/paraglide/messages.js';
import { readJson } from '../_shared/read-json.ts';
import { refusalOf } from '../_shared/rpc-error.ts';
import { UUID } from '../_shared/uuid.ts';

interface Command {
  readonly caller: Caller;
  readonly userId: string;
  readonly requestId: string;
  readonly reason: string | undefined;
}

type AuthAction = 'lock' | 'unlock' | 'resend_confirmation' | 'send_recovery' | 'delete';

/** 100 years, the longest lock that the auth service accepts. */
const LOCK_DURATION = '876000h';
const BAD_GATEWAY = 502;

const ACTIONS: Readonly<Record<string, (command: Command) => Promise<unknown>>> = {
  async lock(command) {
    await authorize(command, 'lock');
    await byAuthService((auth) =>
      auth.admin.updateUserById(command.userId, { ban_duration: LOCK_DURATION }),
    );
    return endSessions(command);
  },
  async unlock(command) {
    await authorize(command, 'unlock');
    await byAuthService((auth) =>
      auth.admin.updateUserById(command.userId, { ban_duration: 'none' }),
    );
  },
  sign_out: endSessions,
  async resend_confirmation(command) {
    const email = await authorize(command, 'resend_confirmation');
    await byAuthService((auth) => auth.resend({ type: 'signup', email }));
  },
  async send_recovery(command) {
    const email = await authorize(command, 'send_recovery');
    await byAuthService((auth) => auth.resetPasswordForEmail(email));
  },
  /** Keeps amounts and decisions, and removes everything that identifies the customer. */
  async delete(command) {
    await authorize(command, 'delete');
    await byAuthService((auth) => auth.admin.deleteUser(command.userId, true));
  },
  make_administrator: (command) => requestChange(command, 'make'),
  unmake_administrator: (command) => requestChange(command, 'unmake'),
  confirm_request: (command) => decide(command, true),
  withdraw_request: (command) => decide(command, false),
};

Deno.serve(
  onPost(async (request) => {
    const caller = await requireCaller(request);
    const body = await readJson(request);
    const action = typeof body.action === 'string' ? body.action : '';
    const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (act === undefined) {
      throw new HttpError(400, m.error_account_action_unknown, 'account_action.unknown');
    }
    const result = await act({
      caller,
      userId: readId(body.user_id),
      requestId: readId(body.request_id),
      reason: typeof body.reason === 'string' ? body.reason : undefined,
    });
    return answer({ action, ...(result === undefined ? {} : { result }) });
  }),
);

/** An id that no row has stands for a missing one. */
function readId(value: unknown): string {
  return typeof value === 'string' && UUID.test(value)
    ? value
    : '00000000-0000-0000-0000-000000000000';
}

/** Returns the email address of the account; empty if it has none. */
async function authorize({ caller, userId, reason }: Command, action: AuthAction): Promise<string> {
  const call = await caller.backend.rpc('authorize_account_action', {
    user_id: userId,
    action,
    ...(reason === undefined ? {} : { reason }),
  });
  if (call.error !== null) throw refusalOf(call);
  const { email } = call.data as { email: string | null };
  return email ?? '';
}

type AuthClient = ReturnType<typeof connectAsService>['auth'];

async function byAuthService(
  act: (auth: AuthClient) => Promise<{ error: { message: string; status?: number } | null }>,
): Promise<void> {
  const { error } = await act(connectAsService().auth);
  if (error === null) return;
  console.error('manage-account: the auth service failed', error.status, error.message);
  throw new HttpError(BAD_GATEWAY, m.error_account_action_failed, 'account_action.failed');
}

async function endSessions({ caller, userId }: Command): Promise<unknown> {
  const call = await caller.backend.rpc('end_sessions_of', { user_id: userId });
  if (call.error !== null) throw refusalOf(call);
  return { ended_sessions: call.data };
}

async function requestChange(
  { caller, userId, reason }: Command,
  action: 'make' | 'unmake',
): Promise<unknown> {
  const call = await caller.backend.rpc('request_administrator_change', {
    user_id: userId,
    action,
    ...(reason === undefined ? {} : { reason }),
  });
  if (call.error !== null) throw refusalOf(call);
  return { request_id: call.data };
}

async function decide({ caller, requestId }: Command, isConfirmed: boolean): Promise<undefined> {
  const call = await caller.backend.rpc('decide_administrator_request', {
    request_id: requestId,
    is_confirmed: isConfirmed,
  });
  if (call.error !== null) throw refusalOf(call);
}
