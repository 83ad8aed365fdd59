/** What stands between somebody and a solved captcha, or became of the last one. */
export type CaptchaProblem =
  | 'unsolved'
  | 'expired'
  | 'failed'
  | 'not-loaded'
  | 'unsupported'
  | 'refused'
  | 'unavailable';

export const captchaTexts: Record<CaptchaProblem, string> = {
  unsolved: 'Please complete the security check, then try again.',
  expired: 'The security check has expired. Please complete it again.',
  failed: 'The security check failed.',
  'not-loaded': "The security check didn't load. An ad blocker or your network may be blocking it.",
  unsupported: "Your browser doesn't support the security check. Please use a different one.",
  refused: "The security check wasn't accepted. Please complete it again.",
  unavailable: "We couldn't complete the security check. Please try again in a moment.",
};

/** The words about an attempt stay until the next one, whatever the widget does meanwhile. */
const ABOUT_AN_ATTEMPT: readonly (CaptchaProblem | null)[] = ['refused', 'unavailable'];

export interface CaptchaState {
  readonly problem: CaptchaProblem | null;
  /** Grows with each press that found the captcha unsolved. */
  readonly unsolvedPresses: number;
}

export interface CaptchaControl {
  getState: () => CaptchaState;
  subscribe: (listener: () => void) => () => void;
  /**
   * Runs what needs a token with one, which is used up by it. Without one nothing is run, and the
   * captcha says so. What the backend says of the token is thrown in words for people.
   */
  attempt: (run: (captchaToken: string | undefined) => Promise<void>) => Promise<void>;
  /** The widget was solved. */
  solve: (token: string) => void;
  /** What was solved counts no more, or there is nothing to solve. */
  lose: (problem: CaptchaProblem) => void;
  /** The widget is fetched afresh. */
  retry: () => void;
  /** Asks `renew` for a new captcha once the present one is used up, until the returned function is called. */
  follow: (renew: () => void) => () => void;
}

function problemOf(error: unknown): CaptchaProblem | null {
  const { code, status } = (error ?? {}) as { code?: unknown; status?: unknown };
  if (code === 'captcha_failed') return 'refused';
  return status === 503 ? 'unavailable' : null;
}

/** Keeps the token of one form's captcha. Tokens count once. */
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
        // What keeps the widget away is more to the point.
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
