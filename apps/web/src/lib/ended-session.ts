import type { GoTrueClient } from '@supabase/auth-js';

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;

/** What the service for authentication answers where the session or its account is gone. */
const GONE: readonly unknown[] = ['session_not_found', 'user_not_found'];
/** What the data API answers to a token it does not take any more. */
const REFUSED_TOKENS: readonly unknown[] = ['PGRST301', 'PGRST303'];

/** Whether something failed because the session is over. Errors of the data API are plain objects. */
export function isEndedSession(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === 'AuthSessionMissingError' || [...GONE, ...REFUSED_TOKENS].includes(code);
}

/**
 * Asks the service about a session whose token was refused: one that was ended on another device
 * is forgotten here, and everybody who follows the session hears of it. Several refusals at one
 * moment are one question.
 */
export function createEndedSessionCheck(auth: Pick<GoTrueClient, 'getUser' | 'signOut'>) {
  let isAsking = false;

  async function askOnce() {
    const { error } = await auth.getUser();
    // The client forgets by itself a session that is gone, but not one whose account is.
    if (error !== null && isEndedSession(error)) await auth.signOut({ scope: 'local' });
  }

  function ask() {
    if (isAsking) return;
    isAsking = true;
    const settle = () => {
      isAsking = false;
    };
    askOnce().then(settle, settle);
  }

  return {
    /** Looks at an answer of a service that takes tokens. */
    byStatus({ status }: Response): void {
      if (status === UNAUTHORIZED) ask();
    },
    /** Looks at an answer of the service for authentication, whose client only notices it in answers to `getUser`. */
    async byCode(answer: Response): Promise<void> {
      if (answer.status !== FORBIDDEN) return;
      const told = (await answer
        .clone()
        .json()
        .catch(() => null)) as Record<string, unknown> | null;
      if (GONE.includes(told?.code ?? told?.error_code)) ask();
    },
  };
}
