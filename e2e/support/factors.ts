import { expect, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { environment } from './environment.ts';
import { createTestClient, SESSION_STORAGE_KEY, type LogIn, type Person } from './people.ts';

const STEP_S = 30;

export type App = ReturnType<typeof createApp>;

/**
 * An authenticator app. The server accepts each code once, and the code of the next time step as well. So a
 * second code of the same step is the next one, and each code is valid for at least half a minute.
 */
export function createApp(secret: string) {
  let lastStep = 0;
  return {
    /** A code that is wrong for all time steps near the current one. */
    wrongCode(): string {
      const now = Math.floor(Date.now() / 1000 / STEP_S);
      const right = [-2, -1, 0, 1, 2].map((steps) =>
        generateSync({ secret, epoch: (now + steps) * STEP_S }),
      );
      const codes = ['000000', '111111', '222222', '333333', '444444', '555555'];
      return codes.find((code) => !right.includes(code)) ?? '';
    },
    nextCode(): string {
      const now = Math.floor(Date.now() / 1000 / STEP_S);
      lastStep = Math.max(lastStep + 1, now);
      return generateSync({ secret, epoch: lastStep * STEP_S });
    },
  };
}

/** Enrolls an authenticator app for a user over the API, which uses one code. */
export async function createTotpFactor({
  client,
}: Pick<Person, 'client'>): Promise<{ app: App; factorId: string }> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const app = createApp(data.totp.secret);
  const code = app.nextCode();
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
  return { app, factorId: data.id };
}

/**
 * Removes all second factors of a user. It uses the session of this page if that has AAL2, because a code
 * of the app is accepted once; otherwise it logs in with the app.
 */
export async function removeFactors(page: Page, logIn: LogIn, app: App): Promise<void> {
  const client = createTestClient();
  const stored = await page.evaluate((key) => localStorage.getItem(key), SESSION_STORAGE_KEY);
  const { data: level } =
    stored === null
      ? { data: null }
      : await client.auth
          .setSession(JSON.parse(stored) as { access_token: string; refresh_token: string })
          .then(() => client.auth.mfa.getAuthenticatorAssuranceLevel());
  if (level?.currentLevel !== 'aal2') {
    const { data, error } = await client.auth.signInWithPassword(logIn);
    if (error) throw error;
    const factor = data.user.factors?.find(({ status }) => status === 'verified');
    if (factor !== undefined) {
      const code = app.nextCode();
      await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    }
  }
  const { data: factors } = await client.auth.mfa.listFactors();
  for (const { id } of factors?.all ?? []) {
    const { error } = await client.auth.mfa.unenroll({ factorId: id });
    if (error) throw error;
  }
}

/** Waits for this number of messages to a phone number. Resolves to the code in the last one. */
export async function readTextedCode(phone: string, count: number): Promise<string> {
  let texts: string[] = [];
  await expect
    .poll(async () => {
      const answer = await fetch(`${environment.smsUrl}/texts?to=${encodeURIComponent(phone)}`);
      texts = (await answer.json()) as string[];
      return texts.length;
    })
    .toBe(count);
  const code = /^(\d{6}) is your \w+ code/.exec(texts.at(-1) ?? '')?.[1];
  if (code === undefined) throw new Error(`There is no code in "${texts.at(-1) ?? ''}".`);
  return code;
}

// Consecutive in this worker. The index of the worker makes it unique.
let lastNumber = 2_000_000 + Number(process.env.TEST_WORKER_INDEX ?? 0) * 1000;

/** A phone number of New York that no other test uses. */
export function newPhoneNumber(): string {
  lastNumber += 1;
  return `+1212${String(lastNumber)}`;
}

/** Enrolls a phone as second factor over the API, which sends one message. Resolves to its number. */
export async function createPhoneFactor({ client }: Person): Promise<string> {
  const phone = newPhoneNumber();
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone });
  if (error) throw error;
  const asked = await client.auth.mfa.challenge({ factorId: data.id, channel: 'sms' });
  if (asked.error) throw asked.error;
  const code = await readTextedCode(phone, 1);
  const answer = { factorId: data.id, challengeId: asked.data.id, code };
  const verified = await client.auth.mfa.verify(answer);
  if (verified.error) throw verified.error;
  return phone;
}
