import type { AccountType } from '@beaconpay/domain';

/** Where this kind of account finds its transactions. */
export function historyPath(accountType: AccountType | undefined): string {
  return accountType === 'business' ? '/business?tab=history' : '/personal?tab=history';
}
