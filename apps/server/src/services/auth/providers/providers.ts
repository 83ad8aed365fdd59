import { createGithubProvider } from './github-provider.ts';
import { createOpenIdProvider, type ProviderDeps } from './openid-provider.ts';
import type { Provider } from './provider.ts';
import type { ProviderSettings } from './settings.ts';

export type Providers = ReadonlyMap<string, Provider>;

/** The providers that are set up, by name. Nothing is asked of them before somebody uses one. */
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
