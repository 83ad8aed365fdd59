import { useState } from 'react';
import { readCaptchaSettings } from '../../lib/configuration.ts';
import type { CaptchaSettings } from '../../lib/configuration.ts';
import type { CaptchaBox } from './captcha-box.tsx';
import type { CaptchaControl } from './captcha-control.ts';

/** Loaded only if a captcha is required. */
export interface CaptchaPart {
  readonly Box: typeof CaptchaBox;
  readonly control: CaptchaControl;
}

export interface Captcha extends Pick<CaptchaControl, 'attempt'> {
  /** Null: the backend requires no captcha. */
  readonly settings: CaptchaSettings | null;
  readonly part: Promise<CaptchaPart> | null;
}

/** The captcha of one form. A CaptchaField shows it. */
export function useCaptcha(): Captcha {
  const [captcha] = useState(createCaptcha);
  return captcha;
}

function createCaptcha(): Captcha {
  const settings = readCaptchaSettings();
  if (settings === null) return { settings, part: null, attempt: (run) => run(undefined) };
  const part = loadPart();
  // The caller that waits for the token reports the error.
  part.catch(() => undefined);
  return { settings, part, attempt: async (run) => (await part).control.attempt(run) };
}

async function loadPart(): Promise<CaptchaPart> {
  const [{ CaptchaBox }, { createCaptchaControl }] = await Promise.all([
    import('./captcha-box.tsx'),
    import('./captcha-control.ts'),
  ]);
  return { Box: CaptchaBox, control: createCaptchaControl() };
}
