import { KeyRound, MessageSquareText, Smartphone, type LucideIcon } from 'lucide-react';
import { hasWebAuthn } from '../../lib/web-authn.ts';
import { readOfferedFactors } from '../../lib/configuration.ts';
import type { Factor, FactorKind } from '../../session/mfa/factor-kinds.ts';

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
      description: 'A new code every 30 seconds, even offline.',
      isDisabled: false,
    },
  ];
  if (offered.includes('webauthn')) {
    choices.push(
      hasWebAuthn()
        ? {
            kind: 'webauthn',
            description: 'Tap a physical security key. The most secure option.',
            isDisabled: false,
          }
        : {
            kind: 'webauthn',
            description: "This browser doesn't support security keys.",
            isDisabled: true,
          },
    );
  }
  if (offered.includes('phone')) {
    choices.push(
      factors.some(({ factor_type: type }) => type === 'phone')
        ? {
            kind: 'phone',
            description: "You've already set one up. Remove it first to add another.",
            isDisabled: true,
          }
        : { kind: 'phone', description: 'A code by text message.', isDisabled: false },
    );
  }
  return choices;
}
