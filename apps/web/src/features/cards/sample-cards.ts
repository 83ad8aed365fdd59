import { minorUnitsToDecimal, type CardTier } from '@beaconpay/domain';
import { m } from '../../paraglide/messages.js';

/** What the preview shows of a card that does not exist yet. */
export interface SampleCard {
  lastFour: string;
  /** MM/YY */
  expiry: string;
  isActive: boolean;
  status: string;
  /** Decimal texts in USD. */
  balance: string;
  limit: string;
  /** The balance as a share of the limit, 0 to 100. */
  usedPercent: number;
}

/** Sample balances in cents by tier. */
const SAMPLE_BALANCES: Readonly<Record<CardTier['id'], number>> = {
  standard: 32_000,
  premium: 184_050,
  metal: 1_265_075,
};

/** A sample of the selected tier. Without a selection, an inactive card without text. */
export function sampleCard(tier: CardTier | undefined): SampleCard {
  const balance = tier === undefined ? 0 : SAMPLE_BALANCES[tier.id];
  const limit = tier?.limitMinorUnits ?? 0;
  return {
    lastFour: '4821',
    expiry: '08/30',
    isActive: tier !== undefined,
    status: tier === undefined ? m.cards_inactive() : m.cards_active(),
    balance: minorUnitsToDecimal(balance),
    limit: minorUnitsToDecimal(limit),
    usedPercent: percentOfLimit(balance, limit),
  };
}

/** The balance as a share of the limit in whole percent, at most 100. Amounts are in cents. */
export function percentOfLimit(balanceMinorUnits: number, limitMinorUnits: number): number {
  if (limitMinorUnits <= 0) return 0;
  return Math.min(100, Math.round((balanceMinorUnits * 100) / limitMinorUnits));
}
