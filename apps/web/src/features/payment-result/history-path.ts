import type { AccountType } from '@beaconpay/domain';

/** The page with the transactions of this account type. */
export function historyPath(accountType: AccountType | undefined): string {
  return accountType === 'business' ? '/business?tab=history' : '/personal?tab=history';
}
