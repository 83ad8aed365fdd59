import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { generateSync } from 'otplib';
import { environment } from './environment.ts';
import type { Person } from './people.ts';

const STEP_S = 30;

/** An authenticator app. Each code counts once, so a later use takes the code of the step ahead. */
export function createApp(secret: string) {
  let lastStep = 0;
  return {
    nextCode(): string {
      const now = Math.floor(Date.now() / 1000 / STEP_S);
      lastStep = Math.max(lastStep + 1, now);
      return generateSync({ secret, epoch: lastStep * STEP_S });
    },
  };
}

/** Gives a person a second factor over the API; its secret. The code of the step before now is used up. */
export async function createTotpFactor(person: Person): Promise<string> {
  return (await createTotpFactorOf(person)).secret;
}

/** The same, with what removes it again. */
export async function createTotpFactorOf({
  client,
}: Pick<Person, 'client'>): Promise<{ secret: string; factorId: string }> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const { secret } = data.totp;
  const epoch = Math.floor(Date.now() / 1000) - 30;
  const code = generateSync({ secret, epoch });
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
  return { secret, factorId: data.id };
}

/** The code of the text to this number, once so many were sent. */
export async function readTextedCode(phone: string, count: number): Promise<string> {
  let texts: string[] = [];
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${environment.smsUrl}/texts?to=${encodeURIComponent(phone)}`);
        texts = (await answer.json()) as string[];
        return texts.length;
      },
      { timeout: 30_000 },
    )
    .toBe(count);
  const code = /^(\d{6}) is your code/.exec(texts.at(-1) ?? '')?.[1];
  if (code === undefined) throw new Error(`There is no code in "${texts.at(-1) ?? ''}".`);
  return code;
}

/** Gives a person a phone as second factor over the API; its number, which was sent one text. */
export async function createPhoneFactor({ client }: Person): Promise<string> {
  const phone = `+1212${String(randomInt(2_000_000, 9_999_999))}`;
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
