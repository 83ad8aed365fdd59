import { m } from '../../paraglide/messages.js';

/** What prevents a solved captcha, or the result of the last attempt. */
export type CaptchaProblem =
  | 'unsolved'
  | 'expired'
  | 'failed'
  | 'not-loaded'
  | 'unsupported'
  | 'refused'
  | 'unavailable';

export const captchaTexts: Record<CaptchaProblem, string> = {
  unsolved: m.captcha_please_complete_security_check_then_try_again(),
  expired: m.captcha_security_check_has_expired_please_complete_it(),
  failed: m.captcha_the_security_check_failed(),
  'not-loaded': m.captcha_security_check_didnt_load_ad_blocker_or(),
  unsupported: m.captcha_your_browser_doesnt_support_security_check(),
  refused: m.captcha_security_check_wasnt_accepted_please_complete(),
  unavailable: m.captcha_we_couldnt_complete_security_check_please_try(),
};

/** The message about an attempt stays until the next attempt, whatever the widget does. */
const ABOUT_AN_ATTEMPT: readonly (CaptchaProblem | null)[] = ['refused', 'unavailable'];

export interface CaptchaState {
  readonly problem: CaptchaProblem | null;
  /** Counts the submissions with an unsolved captcha. */
  readonly unsolvedPresses: number;
}

export interface CaptchaControl {
  getState: () => CaptchaState;
  subscribe: (listener: () => void) => () => void;
  /**
   * Runs `act` with a token, which can be used once. Without a token nothing runs, and the captcha shows a
   * message. Errors of the backend about the token are thrown with sentences for users.
   */
  attempt: (run: (captchaToken: string | undefined) => Promise<void>) => Promise<void>;
  /** Stores the token of a solved widget. */
  solve: (token: string) => void;
  /** The token is no longer valid, or there is no captcha. */
  lose: (problem: CaptchaProblem) => void;
  /** Loads the widget again. */
  retry: () => void;
  /** Calls `renew` for a new captcha after each used token, until the returned function is called. */
  follow: (renew: () => void) => () => void;
}

function problemOf(error: unknown): CaptchaProblem | null {
  const { code, status } = (error ?? {}) as { code?: unknown; status?: unknown };
  if (code === 'captcha_failed') return 'refused';
  return status === 503 ? 'unavailable' : null;
}

/** Holds the token of the captcha of one form. A token can be used once. */
export function createCaptchaControl(): CaptchaControl {
  let state: CaptchaState = { problem: null, unsolvedPresses: 0 };
  let token: string | null = null;
  let renewWidget: (() => void) | null = null;
  const listeners = new Set<() => void>();

  function update(change: Partial<CaptchaState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  async function spend(run: (captchaToken: string) => Promise<void>, spent: string) {
    token = null;
    update({ problem: null });
    try {
      await run(spent);
    } catch (error) {
      const problem = problemOf(error);
      if (problem === null) throw error;
      update({ problem });
      throw new Error(captchaTexts[problem], { cause: error });
    } finally {
      renewWidget?.();
    }
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async attempt(run) {
      if (token !== null) return spend(run, token);
      const { problem, unsolvedPresses } = state;
      update({
        // The reason why the widget is missing is more useful.
        problem: problem === 'not-loaded' || problem === 'unsupported' ? problem : 'unsolved',
        unsolvedPresses: unsolvedPresses + 1,
      });
    },
    solve(solved) {
      token = solved;
      if (!ABOUT_AN_ATTEMPT.includes(state.problem)) update({ problem: null });
    },
    lose(problem) {
      token = null;
      update({ problem });
    },
    retry: () => update({ problem: null }),
    follow(renew) {
      renewWidget = renew;
      return () => {
        renewWidget = null;
        token = null;
      };
    },
  };
}
