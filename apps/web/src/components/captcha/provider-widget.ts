import type { CaptchaSettings } from '../../lib/configuration.ts';
import type { CaptchaProblem } from './captcha-control.ts';

/*
 * The React packages do not handle blocked scripts as this file does. `@marsidev/react-turnstile` 1.6.1 keeps
 * a failed script element and never loads it again, and neither it nor `@hcaptcha/react-hcaptcha` 2.2.0 reports
 * a script that does not respond. They add 2.5 kB and 6.5 kB (gzip).
 */

/** A blocker can leave a script without any response. */
const LOAD_TIMEOUT_MS = 20_000;

export interface ProviderWidget {
  /** Requests a new solution, because a token can be used once. */
  renew: () => void;
  remove: () => void;
}

export interface WidgetOptions {
  siteKey: string;
  theme: 'light' | 'dark';
  onSolved: (token: string) => void;
  onLost: (problem: CaptchaProblem) => void;
}

/** The functions of both providers' scripts. */
interface ProviderApi {
  render: (container: HTMLElement, options: Record<string, unknown>) => string;
  reset: (widgetId: string) => void;
  remove: (widgetId: string) => void;
}

interface Provider {
  script: string;
  /** The global variable of the script. */
  global: string;
  /** The minimum width of the widget. Below it, the compact widget is used. */
  minWidthPx: number;
  fullSize: string;
}

const PROVIDERS: Record<CaptchaSettings['provider'], Provider> = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    global: 'turnstile',
    minWidthPx: 300,
    fullSize: 'flexible',
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
    global: 'hcaptcha',
    minWidthPx: 303,
    fullSize: 'normal',
  },
};

const loads = new Map<string, Promise<ProviderApi>>();

/** Loads the script of a provider once. After a failure the next call loads it again. */
function loadApi(provider: Provider): Promise<ProviderApi> {
  const known = loads.get(provider.global);
  if (known !== undefined) return known;
  const load = loadScript(provider);
  loads.set(provider.global, load);
  load.catch(() => loads.delete(provider.global));
  return load;
}

async function loadScript({ script, global }: Provider): Promise<ProviderApi> {
  const page = window as unknown as Record<string, unknown>;
  const readyName = `beaconpay_${global}_ready`;
  const element = document.createElement('script');
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  page[readyName] = () => resolve(undefined);
  element.addEventListener('error', () => reject(new Error(`${script} did not load.`)));
  const timer = window.setTimeout(
    () => reject(new Error(`${script} did not start.`)),
    LOAD_TIMEOUT_MS,
  );
  element.src = `${script}&onload=${readyName}`;
  element.async = true;
  document.head.append(element);
  try {
    await promise;
    return page[global] as ProviderApi;
  } catch (error) {
    element.remove();
    throw error;
  } finally {
    window.clearTimeout(timer);
  }
}

/** Loads the script and returns its widget. Throws if the script does not load. */
export async function loadWidget(name: CaptchaSettings['provider']) {
  const provider = PROVIDERS[name];
  const api = await loadApi(provider);
  return (container: HTMLElement, options: WidgetOptions) =>
    showWidget(api, provider, container, options);
}

/** Turnstile and hCaptcha get the same options. Each ignores those of the other. */
function showWidget(
  api: ProviderApi,
  { minWidthPx, fullSize }: Provider,
  container: HTMLElement,
  { siteKey, theme, onSolved, onLost }: WidgetOptions,
): ProviderWidget {
  const target = document.createElement('div');
  // A challenge outside an open dialog could not be focused.
  const challenge = document.createElement('div');
  container.append(target, challenge);
  const id = api.render(target, {
    sitekey: siteKey,
    theme,
    size: container.clientWidth < minWidthPx ? 'compact' : fullSize,
    callback: onSolved,
    'expired-callback': () => onLost('expired'),
    'timeout-callback': () => onLost('expired'),
    'chalexpired-callback': () => onLost('expired'),
    'unsupported-callback': () => onLost('unsupported'),
    'error-callback': () => {
      onLost('failed');
      // With this result Turnstile shows no message of its own.
      return true;
    },
    'challenge-container': challenge,
    'response-field': false,
  });
  return {
    renew: () => api.reset(id),
    remove() {
      api.remove(id);
      target.remove();
      challenge.remove();
    },
  };
}
