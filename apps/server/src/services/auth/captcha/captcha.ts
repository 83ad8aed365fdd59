import type { Logger } from '../../../platform/logger.ts';
import { authErrors } from '../errors.ts';

const TIMEOUT_MS = 5_000;
/** The format of a provider's error codes. Other texts of the provider are not sent to clients. */
const ERROR_CODE = /^[a-z0-9-]{1,60}$/;

export interface CaptchaSettings {
  readonly provider: 'turnstile' | 'hcaptcha';
  /** Public. Identifies the site to the provider's widget. */
  readonly siteKey: string;
  readonly secret: string;
  /** The URL that verifies tokens. */
  readonly url: string;
  /** The hosts of the widget's scripts and frames. */
  readonly widgetHosts: readonly string[];
}

export interface Captcha {
  /**
   * Verifies the token of a solved captcha.
   *
   * @param token the token of the widget; undefined when the request has none
   * @throws AuthError captcha_failed; unexpected_failure when the provider is unavailable
   */
  verify(token: string | undefined, ip: string | null): Promise<void>;
}

interface Verdict {
  readonly success: boolean;
  readonly codes: readonly string[];
}

function readVerdict(body: unknown): Verdict {
  if (typeof body !== 'object' || body === null || !('success' in body)) {
    throw new Error('The captcha provider sent an invalid response.');
  }
  const codes =
    'error-codes' in body && Array.isArray(body['error-codes']) ? body['error-codes'] : [];
  return {
    success: body.success === true,
    codes: codes.filter((code): code is string => ERROR_CODE.test(String(code))),
  };
}

/** Turnstile and hCaptcha have the same API. */
export function createCaptcha({ secret, url }: CaptchaSettings, logger: Logger): Captcha {
  async function siteverify(token: string, ip: string | null): Promise<Verdict> {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({
        secret,
        response: token,
        ...(ip === null ? {} : { remoteip: ip }),
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The captcha provider responded with status ${response.status}.`);
    }
    return readVerdict(await response.json());
  }

  return {
    async verify(token, ip) {
      if (token === undefined) throw authErrors.captchaFailed(['no captcha_token found']);
      const verdict = await siteverify(token, ip).catch((error: unknown) => {
        throw authErrors.captchaUnavailable(error);
      });
      if (verdict.success) return;
      if (verdict.codes.includes('invalid-input-secret')) {
        logger.error('auth: the captcha provider rejected CAPTCHA_SECRET');
      }
      throw authErrors.captchaFailed(verdict.codes);
    },
  };
}
