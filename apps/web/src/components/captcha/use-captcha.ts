import { useState } from 'react';
import { readConfiguration, type CaptchaSettings } from '../../lib/configuration.ts';
import { createCaptchaControl, type CaptchaControl } from './captcha-control.ts';

export interface Captcha extends Pick<CaptchaControl, 'attempt'> {
  /** Null: the backend asks for none, and there is nothing to show. */
  readonly settings: CaptchaSettings | null;
  readonly control: CaptchaControl;
}

/** The captcha of one form, shown by a CaptchaField. */
export function useCaptcha(): Captcha {
  const [captcha] = useState((): Captcha => {
    const { captcha: settings } = readConfiguration();
    const control = createCaptchaControl(settings !== null);
    return { settings, control, attempt: control.attempt };
  });
  return captcha;
}
