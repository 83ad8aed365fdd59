import type { AccountType } from '@beaconpay/domain';
import { m } from '../paraglide/messages.js';

export const ACCOUNT_TYPE_LABELS: Readonly<Record<AccountType, string>> = {
  personal: m.label_account_personal(),
  business: m.label_account_business(),
  admin: m.label_account_admin(),
};
