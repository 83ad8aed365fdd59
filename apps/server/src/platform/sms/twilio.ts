import type { Clock } from '../runtime/clock.ts';
import type { TwilioSettings } from './settings.ts';
import type { SmsChannel, SmsGateway } from './sms-gateway.ts';

const TIMEOUT_MS = 10_000;
/** Short, because a user waits for the response. */
const CREDENTIALS_TIMEOUT_MS = 3_000;
const CREDENTIALS_KEPT_MS = 10 * 60_000;

function addressOf(phone: string, channel: SmsChannel): string {
  return channel === 'whatsapp' ? `whatsapp:${phone}` : phone;
}

/** Twilio Messaging, which sends the server's texts, or Twilio Verify, which sends and verifies its own codes. */
export function createTwilioGateway(settings: TwilioSettings, clock: Clock): SmsGateway {
  const { product, accountSid, authToken, serviceSid, url } = settings;
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');

  const headers = { Authorization: `Basic ${credentials}` };
  const ownPath =
    product === 'twilio' ? `/2010-04-01/Accounts/${accountSid}.json` : `/v2/Services/${serviceSid}`;
  let accepted: { readonly answer: Promise<boolean>; readonly untilMs: number } | null = null;

  async function post(path: string, form: Record<string, string>): Promise<Response> {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 401) accepted = null;
    return response;
  }

  /** Reads the account's resource, because Twilio checks the credentials first. */
  async function tryCredentials(): Promise<boolean> {
    const signal = AbortSignal.timeout(CREDENTIALS_TIMEOUT_MS);
    const response = await fetch(`${url}${ownPath}`, { headers, signal }).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok !== true) accepted = null;
    return response?.status !== 401;
  }

  /** A success is cached for ten minutes. Errors are not cached. */
  function acceptsCredentials(): Promise<boolean> {
    const nowMs = clock.now().getTime();
    if (accepted === null || accepted.untilMs <= nowMs) {
      accepted = { answer: tryCredentials(), untilMs: nowMs + CREDENTIALS_KEPT_MS };
    }
    return accepted.answer;
  }

  /** The error omits the response text, because it contains the number. */
  function requireTaken(response: Response): void {
    if (!response.ok) throw new Error(`The SMS provider responded with ${response.status}.`);
  }

  if (product === 'twilio') {
    const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`;
    return {
      kind: 'texts',
      acceptsCredentials,
      async send({ to, text, channel }) {
        const form = { To: addressOf(to, channel), Body: text, MessagingServiceSid: serviceSid };
        requireTaken(await post(path, form));
      },
    };
  }
  const service = `/v2/Services/${serviceSid}`;
  return {
    kind: 'codes',
    acceptsCredentials,
    async sendCode(to, channel) {
      requireTaken(await post(`${service}/Verifications`, { To: to, Channel: channel }));
    },
    async checkCode(to, code) {
      const response = await post(`${service}/VerificationCheck`, { To: to, Code: code });
      // Twilio deletes a verification that was approved, has expired or failed too often.
      if (response.status === 404) return false;
      requireTaken(response);
      const body = (await response.json()) as { status?: unknown };
      return body.status === 'approved';
    },
  };
}
