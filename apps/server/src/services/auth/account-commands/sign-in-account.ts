import { recordAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import type { Database } from '../../../platform/database/connection.ts';
import type { MessageRequest } from '../messages/message-request.ts';
import type { ClientDetails } from '../client-details.ts';
import {
  addressFields,
  isAddressConfirmed,
  unusedAddress,
  type Address,
} from '../accounts/address.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { insertUser, replaceUnconfirmed } from '../accounts/create-user.ts';

/** Thrown to roll back the test account. */
class Rollback extends Error {}

/**
 * Creates an account with the data of a request and rolls it back, so that the database rejects invalid data
 * before the request is accepted. No existing account is read, and the test account has an address that no
 * one has. Neither the response nor its time depends on whether the address has an account.
 *
 * @throws AuthError validation_failed with the message of a trigger
 */
export async function validateNewAccount(
  { sql, clock }: Pick<AuthContext, 'sql' | 'clock'>,
  address: Address,
  newAccount: MessageRequest['newAccount'],
): Promise<void> {
  if (newAccount === null || Object.keys(newAccount.data).length === 0) return;
  const given = { passwordHash: null, userMetadata: newAccount.data, isConfirmed: false };
  await sql
    .begin(async (transaction) => {
      await insertUser(
        transaction,
        { ...addressFields(unusedAddress(address)), ...given },
        clock.now(),
      );
      throw new Rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error;
    });
}

/**
 * Finds or creates the account that a message to an address signs in to. An unconfirmed account belongs to the
 * newest caller.
 *
 * @param known the account with the address, locked
 */
export async function findOrCreateSignInAccount(
  { config, clock }: Pick<AuthContext, 'config' | 'clock'>,
  sql: Database,
  known: UserRow | null,
  address: Address,
  { newAccount, client }: Pick<MessageRequest, 'newAccount'> & { readonly client: ClientDetails },
): Promise<UserRow | null> {
  if (newAccount === null || (known !== null && isAddressConfirmed(known, address))) return known;
  const now = clock.now();
  const given = { ...addressFields(address), passwordHash: null, userMetadata: newAccount.data };
  const isConfirmed = address.kind === 'email' ? config.mailerAutoconfirm : config.smsAutoconfirm;
  const user =
    known === null
      ? await insertUser(sql, { ...given, isConfirmed, isVerified: false }, now)
      : await replaceUnconfirmed(sql, known.id, given, now);
  if (user === null) return null;
  await recordAction(sql, { action: 'user_signedup', actor: user, client, now });
  return user;
}
