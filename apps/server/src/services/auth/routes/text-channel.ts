import { SMS_CHANNELS, type SmsChannel } from '../../../platform/sms/sms-gateway.ts';
import { parsePhone } from '../accounts/phone-number.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';

/** @throws AuthError validation_failed */
export function parseChannel(channel: string | undefined): SmsChannel {
  const found = SMS_CHANNELS.find((each) => each === (channel ?? 'sms'));
  if (found === undefined) {
    throw authErrors.validationFailed('Invalid channel, supported values are "sms" or "whatsapp"');
  }
  return found;
}

/**
 * The number in a request, if an SMS provider is configured.
 *
 * @throws AuthError phone_provider_disabled, validation_failed
 */
export function phoneOf({ config }: Pick<AuthContext, 'config'>, text: string): string {
  if (!config.sms.isOn) throw authErrors.phoneDisabled();
  return parsePhone(text);
}
