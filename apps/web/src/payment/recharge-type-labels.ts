import type { RechargeTypeId } from '@beaconpay/domain';
import { m } from '../paraglide/messages.js';

export const RECHARGE_TYPE_LABELS: Readonly<Record<RechargeTypeId, string>> = {
  talktime: m.label_recharge_talktime(),
  data: m.label_recharge_data(),
  bundle: m.label_recharge_bundle(),
};
