import type { GoTrueClient } from '@supabase/auth-js';
import { isEndedSession } from './backend-error.ts';

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;

/**
 * Checks the session with the auth service after a response refused its token. A session that was ended on
 * another device is removed here, and the auth client notifies its subscribers. Concurrent error responses share one
 * check.
 */
export function createEndedSessionCheck(auth: Pick<GoTrueClient, 'getUser' | 'signOut'>) {
  let isChecking = false;

  async function checkOnce() {
    const { error } = await auth.getUser();
    // The client itself removes an ended session, but not the session of a deleted account.
    if (error !== null && isEndedSession(error)) await auth.signOut({ scope: 'local' });
  }

  function check() {
    if (isChecking) return;
    isChecking = true;
    const settle = () => {
      isChecking = false;
    };
    checkOnce().then(settle, settle);
  }

  return {
    /** For responses of the services that accept tokens. */
    byStatus({ status }: Response): void {
      if (status === UNAUTHORIZED) check();
    },
    /** For responses of the auth service. Its client detects an ended session only in responses to `getUser`. */
    async byCode(response: Response): Promise<void> {
      if (response.status !== FORBIDDEN) return;
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => null);
      if (isEndedSession(body)) check();
    },
  };
}
