import type { AccountType } from '@beaconpay/domain';

/** The path of "My Dashboard" for this account type. */
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
