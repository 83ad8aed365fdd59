import { KeyRound, MessageSquareText, Smartphone, type LucideIcon } from 'lucide-react';
import { hasWebAuthn } from '../../lib/web-authn.ts';
import { readOfferedFactors } from '../../lib/configuration.ts';
import type { Factor, FactorKind } from '../../session/mfa/factor-kinds.ts';
import { m } from '../../paraglide/messages.js';

export const FACTOR_ICONS: Record<FactorKind, LucideIcon> = {
  totp: Smartphone,
  webauthn: KeyRound,
  phone: MessageSquareText,
};

export interface FactorChoice {
  kind: FactorKind;
  description: string;
  /** The description gives the reason. */
  isDisabled: boolean;
}

/** The kinds of factors that this user can add. */
export function factorChoices(factors: readonly Factor[]): FactorChoice[] {
  const offered = readOfferedFactors();
  const choices: FactorChoice[] = [
    {
      kind: 'totp',
      description: m.mfa_new_code_every_30_seconds_even_offline(),
      isDisabled: false,
    },
  ];
  if (offered.includes('webauthn')) {
    choices.push(
      hasWebAuthn()
        ? {
            kind: 'webauthn',
            description: m.mfa_tap_physical_security_key_most_secure_option(),
            isDisabled: false,
          }
        : {
            kind: 'webauthn',
            description: m.common_this_browser_doesnt_support_security_keys(),
            isDisabled: true,
          },
    );
  }
  if (offered.includes('phone')) {
    choices.push(
      factors.some(({ factor_type: type }) => type === 'phone')
        ? {
            kind: 'phone',
            description: m.mfa_youve_already_set_one_up_remove_it(),
            isDisabled: true,
          }
        : { kind: 'phone', description: m.mfa_code_by_text_message(), isDisabled: false },
    );
  }
  return choices;
}
