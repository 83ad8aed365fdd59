import { KeyRound, MessageSquareText, Smartphone, type LucideIcon } from 'lucide-react';
import { hasWebAuthn } from '../../lib/has-web-authn.ts';
import { readOfferedFactors } from '../../lib/offered-factors.ts';
import type { Factor, FactorKind } from '../../session/factor-kinds.ts';

export const WAY_ICONS: Record<FactorKind, LucideIcon> = {
  totp: Smartphone,
  webauthn: KeyRound,
  phone: MessageSquareText,
};

export interface WayChoice {
  kind: FactorKind;
  description: string;
  /** It cannot be chosen now, for the reason that the description gives. */
  isDisabled: boolean;
}

/** What may be set up here, beside the factors that there are. */
export function wayChoices(factors: readonly Factor[]): WayChoice[] {
  const offered = readOfferedFactors();
  const choices: WayChoice[] = [
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
