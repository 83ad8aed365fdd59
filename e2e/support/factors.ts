import { generateSync } from 'otplib';
import type { Person } from './people.ts';

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
