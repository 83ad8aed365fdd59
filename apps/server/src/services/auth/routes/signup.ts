import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { AuthContext } from '../auth-context.ts';
import { describeClient } from './describe-client.ts';
import { parseEmail } from '../accounts/email-address.ts';
import { AuthError, authErrors } from '../errors.ts';
import { requestConfirmation } from '../one-time-tokens/email-confirmation.ts';
import { parseChallenge, type CodeChallenge } from '../flow-states/flow-states.ts';
import { linkRequestOf } from './link-request.ts';
import { checkPasswordStrength } from '../passwords/password-policy.ts';
import { limitRequests } from '../rate-limits.ts';
import { challengeFields, metadataField, optionalText, readBody } from './request-body.ts';
import { createSessionResponse } from '../sessions/session-response.ts';
import { openSession } from '../sessions/sessions.ts';
import { isEmailConfirmed } from '../accounts/user-row.ts';
import { viewUser } from '../accounts/user-view.ts';
import {
  AUDIENCE,
  confirmEmail,
  findUserByEmail,
  findUserById,
  insertUser,
} from '../accounts/users.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: metadataField,
  ...challengeFields,
});

interface Registration {
  readonly email: string;
  readonly password: string;
  readonly passwordHash: string;
  readonly data: JsonObject;
  readonly challenge: CodeChallenge | null;
}

async function answerWithSession(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  userId: string,
  method: string,
): Promise<Response> {
  const client = describeClient(c);
  const now = auth.clock.now();
  const session = await openSession(auth.sql, { userId, method, client, now });
  if (session === null) throw authErrors.unexpected('Database error saving new user');
  return c.json(await createSessionResponse(auth, session));
}

async function signUpAnonymously(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  data: JsonObject,
): Promise<Response> {
  if (!auth.config.anonymousUsers) throw authErrors.anonymousDisabled();
  limitRequests(describeClient(c), auth.limits.anonymous);
  const user = await insertUser(
    auth.sql,
    { email: null, passwordHash: null, userMetadata: data, isConfirmed: false },
    auth.clock.now(),
  );
  return answerWithSession(auth, c, user.id, 'anonymous');
}

/** The account with the address, made now unless there is one. */
async function findOrInsert(auth: AuthContext, given: Registration, isConfirmed: boolean) {
  const { email, passwordHash, data: userMetadata } = given;
  const existing = await findUserByEmail(auth.sql, email);
  if (existing !== null) return { user: existing, isNew: false };
  try {
    const user = await insertUser(
      auth.sql,
      { email, passwordHash, userMetadata, isConfirmed },
      auth.clock.now(),
    );
    return { user, isNew: true };
  } catch (error) {
    if (!(error instanceof AuthError && error.code === 'email_exists')) throw error;
    const winner = await findUserByEmail(auth.sql, email);
    if (winner === null) throw error;
    return { user: winner, isNew: false };
  }
}

async function signUpConfirmed(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  given: Registration,
): Promise<Response> {
  const { user, isNew } = await findOrInsert(auth, given, true);
  if (!isNew) {
    // An account left unconfirmed from a time when mails were sent: its owner knows the password.
    const isOwner =
      !isEmailConfirmed(user) &&
      (await auth.passwords.verify(given.password, user.encrypted_password)).matches;
    if (!isOwner) throw authErrors.userAlreadyExists();
    await confirmEmail(auth.sql, user.id, auth.clock.now());
  }
  return answerWithSession(auth, c, user.id, 'password');
}

/** What a new account would look like, for an address that is taken. */
function makeUpUser(email: string, data: JsonObject, now: Date): JsonObject {
  return {
    id: randomUUID(),
    aud: AUDIENCE,
    role: '',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    is_anonymous: false,
    confirmation_sent_at: now.toISOString(),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

async function signUpUnconfirmed(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  given: Registration,
): Promise<Response> {
  const { user } = await findOrInsert(auth, given, false);
  if (isEmailConfirmed(user)) {
    return c.json(makeUpUser(given.email, given.data, auth.clock.now()));
  }
  await requestConfirmation(auth, user, linkRequestOf(auth, c, given.challenge));
  return c.json(viewUser((await findUserById(auth.sql, user.id)) ?? user));
}

/** POST /signup */
export function createSignupRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const { config, limits, passwords } = auth;
    const body = await readBody(c, bodySchema);
    if (config.disableSignup) throw authErrors.signupDisabled();
    const data = body.data ?? {};
    if (body.email === undefined && body.phone === undefined) {
      return signUpAnonymously(auth, c, data);
    }
    limitRequests(describeClient(c), limits.signup);
    if (body.password === undefined) {
      throw authErrors.validationFailed('Signup requires a valid password');
    }
    checkPasswordStrength(body.password, config.passwordMinLength);
    if (body.email !== undefined && body.phone !== undefined) {
      throw authErrors.validationFailed(
        'Only an email address or phone number should be provided on signup.',
      );
    }
    if (body.email === undefined) throw authErrors.phoneDisabled();
    const registration: Registration = {
      email: parseEmail(body.email),
      password: body.password,
      data,
      challenge: parseChallenge(body),
      // Hashed for a taken address too, so that the time taken tells nothing.
      passwordHash: await passwords.hash(body.password),
    };
    return config.mailerAutoconfirm
      ? signUpConfirmed(auth, c, registration)
      : signUpUnconfirmed(auth, c, registration);
  };
}
