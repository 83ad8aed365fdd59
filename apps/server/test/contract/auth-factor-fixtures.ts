import { generateSync } from 'otplib';
import type { createFixedClock } from '../../src/platform/runtime/clock.ts';
import type { TestServer } from '../support/index.ts';
import { createBrowser, PASSWORD, signUp, waitForMails, type Person } from './auth-fixtures.ts';

/** The length of one TOTP time step. */
export const STEP_MS = 30_000;

type Browser = Person['browser'];

/** Sign-in and factor steps of test users, on a server whose clock the test controls. */
export function createFactorSteps(
  serverOf: () => TestServer,
  clock: ReturnType<typeof createFixedClock>,
) {
  /** The code that an authenticator app shows `steps` time steps from now. */
  function codeOf(secret: string, steps = 0): string {
    const epoch = Math.floor(clock.now().getTime() / 1000) + steps * (STEP_MS / 1000);
    return generateSync({ secret, epoch });
  }

  /** A code that is wrong for every time step near the current time. */
  function wrongCode(secret: string): string {
    const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
    const wrong = ['000000', '111111', '222222', '333333', '444444', '555555'].find(
      (code) => !right.includes(code),
    );
    return wrong ?? '666666';
  }

  async function enrol(browser: Browser, friendlyName = 'phone') {
    const { data, error } = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName });
    if (error) throw error;
    return { id: data.id, secret: data.totp.secret };
  }

  /** Advances the clock by one time step first, because each code is accepted only once. */
  async function enterCode(browser: Browser, factor: { id: string; secret: string }) {
    clock.advance(STEP_MS);
    return browser.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeOf(factor.secret),
    });
  }

  /** A user at aal2 with one verified factor. */
  async function makeProtected() {
    const person = await signUp(serverOf());
    const factor = await enrol(person.browser);
    const { data, error } = await enterCode(person.browser, factor);
    if (error) throw error;
    return { ...person, factor, token: data.access_token };
  }

  async function signIn(email: string) {
    const browser = createBrowser(serverOf());
    const { data, error } = await browser.auth.signInWithPassword({ email, password: PASSWORD });
    if (error) throw error;
    return { browser, token: data.session.access_token };
  }

  async function subjectsTo(email: string): Promise<string[]> {
    await waitForMails(serverOf());
    return serverOf()
      .mails.filter((mail) => mail.to === email)
      .map((mail) => mail.subject);
  }

  return { codeOf, wrongCode, enrol, enterCode, makeProtected, signIn, subjectsTo };
}
