import { isCryptoCurrency } from '@beaconpay/domain';

export const WIRE_DIRECTIONS = ['send', 'withdraw'] as const;
export type WireDirection = (typeof WIRE_DIRECTIONS)[number];
export type WireRoute = 'bank' | 'wallet';

/** Crypto currencies go to wallets, all others to banks. */
export function wireRoute(currency: string): WireRoute {
  return isCryptoCurrency(currency) ? 'wallet' : 'bank';
}
