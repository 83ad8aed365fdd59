import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { storeFlow, type FlowPurpose } from './provider-flows.ts';
import type { Provider } from './provider.ts';

/** @throws AuthError validation_failed */
export function findProvider(auth: Pick<AuthContext, 'providers'>, name: string): Provider {
  const provider = auth.providers.get(name);
  if (provider === undefined) {
    throw authErrors.validationFailed(
      name === ''
        ? 'Unsupported provider: missing provider'
        : 'Unsupported provider: provider is not enabled',
    );
  }
  return provider;
}

export function callbackUrlOf({ config }: Pick<AuthContext, 'config'>): string {
  return `${config.apiUrl}/auth/v1/callback`;
}

export interface FlowRequest {
  readonly purpose: FlowPurpose;
  readonly scopes: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
  /** The content of the browser's cookie during a flow. */
  readonly browserToken: string;
}

/** The provider's URL for the sign-in. */
export async function beginProviderFlow(
  auth: AuthContext,
  provider: Provider,
  { purpose, scopes, parameters, browserToken }: FlowRequest,
): Promise<string> {
  const now = auth.clock.now();
  const checks = await storeFlow(auth.sql, auth.providerSealer, purpose, browserToken, now);
  const callbackUrl = callbackUrlOf(auth);
  const url = await provider.departureUrl({ ...checks, callbackUrl, scopes, parameters });
  return url.href;
}
