import { namesIn, readServedConfiguration } from './configuration.ts';

/** Kinds of second factors that the backend offers besides authenticator apps: `webauthn`, `phone`. */
export function readOfferedFactors(): string[] {
  const builtIn = import.meta.env.VITE_SUPABASE_FACTORS as string | undefined;
  return readServedConfiguration().factors ?? namesIn(builtIn ?? '');
}
