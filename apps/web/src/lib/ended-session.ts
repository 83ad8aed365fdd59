import type { GoTrueClient } from '@supabase/auth-js';

const UNAUTHORIZED = 401;

/**
 * Asks the service about a session whose token another service refused: one that was ended on
 * another device is forgotten here, and everybody who follows the session hears of it. Several
 * refusals at one moment are one question.
 */
export function createEndedSessionCheck(auth: Pick<GoTrueClient, 'getUser'>) {
  let isAsking = false;

  return (status: number): void => {
    if (status !== UNAUTHORIZED || isAsking) return;
    isAsking = true;
    const settle = () => {
      isAsking = false;
    };
    auth.getUser().then(settle, settle);
  };
}
