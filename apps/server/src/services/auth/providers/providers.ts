import { createGithubProvider } from './github-provider.ts';
import { createOpenIdProvider, type ProviderDeps } from './openid-provider.ts';
import type { Provider } from './provider.ts';
import type { ProviderSettings } from './settings.ts';

export type Providers = ReadonlyMap<string, Provider>;

/** The configured providers by name. No request is sent to them before their first use. */
export function createProviders(
  settings: readonly ProviderSettings[],
  deps: ProviderDeps,
): Providers {
  return new Map(
    settings.map((each) => [
      each.name,
      each.name === 'github' ? createGithubProvider(each, deps) : createOpenIdProvider(each, deps),
    ]),
  );
}
