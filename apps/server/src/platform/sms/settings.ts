import { z } from 'zod';
import { webAddress } from '../setting-fields.ts';

const PROVIDERS = ['twilio', 'twilio_verify'] as const;
const TEST_CODE = /^\+?(\d{5,15})=(\d{6})$/;

/** `15555550100=123456,…`: test numbers with fixed codes, to which nothing is sent. */
const testCodes = z.string().transform((text, context) => {
  const codes: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [, phone, code] = TEST_CODE.exec(part.trim()) ?? [];
    if (phone === undefined || code === undefined) {
      context.addIssue({ code: 'custom', message: 'must be number=123456, and so on' });
      return z.NEVER;
    }
    codes[phone] = code;
  }
  return codes;
});

export const smsVariables = z.object({
  SMS_PROVIDER: z.enum(PROVIDERS).optional(),
  SMS_TWILIO_ACCOUNT_SID: z.string().optional(),
  SMS_TWILIO_AUTH_TOKEN: z.string().optional(),
  SMS_TWILIO_SERVICE_SID: z.string().optional(),
  SMS_TWILIO_URL: webAddress.optional(),
  SMS_TEST_CODES: testCodes.optional(),
});

export interface TwilioSettings {
  readonly product: (typeof PROVIDERS)[number];
  readonly accountSid: string;
  readonly authToken: string;
  /** The SID of the messaging service or of the verification service. */
  readonly serviceSid: string;
  readonly url: string;
}

export interface SmsSettings {
  /** Null when no provider is configured. */
  readonly twilio: TwilioSettings | null;
  /** Keyed by number, without its plus. */
  readonly testCodes: Readonly<Record<string, string>>;
}

const URLS = { twilio: 'https://api.twilio.com', twilio_verify: 'https://verify.twilio.com' };

/** @throws Error that names the missing settings */
export function toSmsSettings(env: z.output<typeof smsVariables>): SmsSettings {
  const kept = { testCodes: env.SMS_TEST_CODES ?? {} };
  const product = env.SMS_PROVIDER;
  const {
    SMS_TWILIO_ACCOUNT_SID: accountSid,
    SMS_TWILIO_AUTH_TOKEN: authToken,
    SMS_TWILIO_SERVICE_SID: serviceSid,
  } = env;
  if (product === undefined) {
    // Without this error, no message would be sent and no operator would notice.
    if ([accountSid, authToken, serviceSid].every((value) => value === undefined)) {
      return { ...kept, twilio: null };
    }
    throw new Error(
      'The configuration is not valid:\n  SMS_PROVIDER: required, for the rest of Twilio is set up',
    );
  }
  if (accountSid === undefined || authToken === undefined || serviceSid === undefined) {
    throw new Error(
      'The configuration is not valid:\n' +
        '  SMS_PROVIDER: needs SMS_TWILIO_ACCOUNT_SID, SMS_TWILIO_AUTH_TOKEN and SMS_TWILIO_SERVICE_SID',
    );
  }
  const url = (env.SMS_TWILIO_URL ?? URLS[product]).replace(/\/+$/, '');
  return { ...kept, twilio: { product, accountSid, authToken, serviceSid, url } };
}
