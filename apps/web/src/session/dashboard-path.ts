import type { AccountType } from '@beaconpay/domain';

/** Where "My Dashboard" leads for this kind of account. */
export function dashboardPath(accountType: AccountType | null | undefined): string {
  switch (accountType) {
    case 'business':
      return '/business';
    case 'admin':
      return '/admin/panel';
    default:
      return '/personal';
  }
}
