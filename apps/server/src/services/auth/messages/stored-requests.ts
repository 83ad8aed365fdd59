import type { SmsChannel } from '../../../platform/sms/sms-gateway.ts';
import type { ClientDetails } from '../client-details.ts';
import type { LinkOptions, MessageRequest } from './message-request.ts';

type NewAccount = MessageRequest['newAccount'];

/** A request for an email, as earlier versions stored it. */
interface EarlierEmailRequest {
  readonly purpose: 'recovery' | 'sign-in' | 'confirmation' | 'email-change';
  readonly email: string;
  readonly newAccount: NewAccount;
  readonly options: LinkOptions;
}

/** A request for an SMS, as earlier versions stored it. */
interface EarlierSmsRequest {
  readonly purpose: 'sign-in' | 'confirmation' | 'phone-change';
  readonly phone: string;
  readonly channel: SmsChannel;
  readonly newAccount: NewAccount;
  readonly client: ClientDetails;
}

type StoredRequest = MessageRequest | EarlierEmailRequest | EarlierSmsRequest;

function readPurpose(
  purpose: EarlierEmailRequest['purpose'] | EarlierSmsRequest['purpose'],
): MessageRequest['purpose'] {
  return purpose === 'email-change' || purpose === 'phone-change' ? 'address-change' : purpose;
}

/**
 * Reads a request of the outbox. An upgrade can leave requests of an earlier version in the queue.
 *
 * @param content the decrypted content of the row; only this server can have written it
 */
export function readStoredRequest(content: unknown): MessageRequest {
  const stored = content as StoredRequest;
  if ('to' in stored) return stored;
  const { newAccount } = stored;
  const purpose = readPurpose(stored.purpose);
  if ('email' in stored) {
    const to = { kind: 'email', value: stored.email, ...stored.options } as const;
    return { purpose, to, newAccount };
  }
  const { phone, channel, client } = stored;
  return { purpose, to: { kind: 'phone', value: phone, channel, client }, newAccount };
}
