import type { SealedTokens } from '../flow-states/flow-states.ts';
import type { Sealer } from '../../../platform/sealing.ts';
import type { ProviderTokens } from './provider.ts';

/** The encrypted form of a provider's tokens, stored for minutes until the app requests them. */
export function sealTokens(sealer: Sealer, id: string, tokens: ProviderTokens): SealedTokens {
  const seal = (token: string | null) =>
    token === null ? null : sealer.seal(id, { token }).toString('base64');
  return { accessToken: seal(tokens.accessToken), refreshToken: seal(tokens.refreshToken) };
}

export function openTokens(sealer: Sealer, id: string, tokens: SealedTokens): ProviderTokens {
  const open = (sealed: string | null) =>
    sealed === null
      ? null
      : (sealer.open(id, Buffer.from(sealed, 'base64')) as { token: string }).token;
  return { accessToken: open(tokens.accessToken), refreshToken: open(tokens.refreshToken) };
}

/** The members of a session that contain the tokens. */
export function viewTokens({ accessToken, refreshToken }: ProviderTokens): Record<string, string> {
  return {
    ...(accessToken === null ? {} : { provider_token: accessToken }),
    ...(refreshToken === null ? {} : { provider_refresh_token: refreshToken }),
  };
}
