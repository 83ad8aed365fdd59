/** The amounts of a recharge, in whole USD. */
export const RECHARGE_AMOUNTS_USD = [5, 10, 20, 50] as const;
type RechargeAmountUsd = (typeof RECHARGE_AMOUNTS_USD)[number];
export const DEFAULT_RECHARGE_AMOUNT_USD: RechargeAmountUsd = 10;
export const RECHARGE_CURRENCY = 'USD';

export const RECHARGE_TYPE_IDS = ['talktime', 'data', 'bundle'] as const;
export type RechargeTypeId = (typeof RECHARGE_TYPE_IDS)[number];
export const DEFAULT_RECHARGE_TYPE: RechargeTypeId = 'talktime';
