import type { TwilioSettings } from './settings.ts';
import type { SmsChannel, SmsGateway } from './sms-gateway.ts';

const TIMEOUT_MS = 10_000;

function addressOf(phone: string, channel: SmsChannel): string {
  return channel === 'whatsapp' ? `whatsapp:${phone}` : phone;
}

/** Twilio Messaging, which sends our texts, or Twilio Verify, which sends and checks codes of its own. */
export function createTwilioGateway(settings: TwilioSettings): SmsGateway {
  const { product, accountSid, authToken, serviceSid, url } = settings;
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');

  async function post(path: string, form: Record<string, string>): Promise<Response> {
    return fetch(`${url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Basic ${credentials}` },
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }

  /** The answer's text is left out of the failure: it repeats the number. */
  function requireTaken(response: Response): void {
    if (!response.ok) throw new Error(`The SMS provider answered ${response.status}.`);
  }

  if (product === 'twilio') {
    const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`;
    return {
      kind: 'texts',
      async send({ to, text, channel }) {
        const form = { To: addressOf(to, channel), Body: text, MessagingServiceSid: serviceSid };
        requireTaken(await post(path, form));
      },
    };
  }
  const service = `/v2/Services/${serviceSid}`;
  return {
    kind: 'codes',
    async sendCode(to, channel) {
      requireTaken(await post(`${service}/Verifications`, { To: to, Channel: channel }));
    },
    async checkCode(to, code) {
      const response = await post(`${service}/VerificationCheck`, { To: to, Code: code });
      // It forgets a verification that was approved, has expired or was tried too often.
      if (response.status === 404) return false;
      requireTaken(response);
      const body = (await response.json()) as { status?: unknown };
      return body.status === 'approved';
    },
  };
}
