/** The amounts of a recharge, in whole USD. */
export const RECHARGE_AMOUNTS_USD = [5, 10, 20, 50] as const;
type RechargeAmountUsd = (typeof RECHARGE_AMOUNTS_USD)[number];
export const DEFAULT_RECHARGE_AMOUNT_USD: RechargeAmountUsd = 10;
export const RECHARGE_CURRENCY = 'USD';

export type RechargeTypeId = 'talktime' | 'data' | 'bundle';

interface RechargeType {
  readonly id: RechargeTypeId;
  readonly label: string;
}

export const RECHARGE_TYPES: readonly RechargeType[] = [
  { id: 'talktime', label: 'Talktime' },
  { id: 'data', label: 'Data' },
  { id: 'bundle', label: 'Bundle' },
];
export const DEFAULT_RECHARGE_TYPE: RechargeTypeId = 'talktime';
