import { z } from 'zod';
import { webAddress } from '../setting-fields.ts';

const PROVIDERS = ['twilio', 'twilio_verify'] as const;
const TEST_CODE = /^\+?(\d{5,15})=(\d{6})$/;

/** `15555550100=123456,…`: numbers that nothing is sent to, and the code that each takes. */
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
  /** Of the messaging service, or the verification service. */
  readonly serviceSid: string;
  readonly url: string;
}

export interface SmsSettings {
  /** Null where nothing can be sent. */
  readonly twilio: TwilioSettings | null;
  /** By number, without its plus. */
  readonly testCodes: Readonly<Record<string, string>>;
}

const URLS = { twilio: 'https://api.twilio.com', twilio_verify: 'https://verify.twilio.com' };

/** @throws Error naming what is missing */
export function toSmsSettings(env: z.output<typeof smsVariables>): SmsSettings {
  const kept = { testCodes: env.SMS_TEST_CODES ?? {} };
  const product = env.SMS_PROVIDER;
  const {
    SMS_TWILIO_ACCOUNT_SID: accountSid,
    SMS_TWILIO_AUTH_TOKEN: authToken,
    SMS_TWILIO_SERVICE_SID: serviceSid,
  } = env;
  if (product === undefined) {
    // Else nothing would be sent, and nobody told.
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
