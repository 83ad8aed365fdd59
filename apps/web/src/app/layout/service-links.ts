import { Banknote, CreditCard, Globe, ReceiptText, Smartphone } from 'lucide-react';
import { m } from '../../paraglide/messages.js';

/** The five services in the order of all menus. */
export const serviceLinks = [
  { path: '/cards', name: m.app_cards(), icon: CreditCard },
  { path: '/payments', name: m.common_payments(), icon: Banknote },
  { path: '/wire-transfers', name: m.common_wire_transfers(), icon: Globe },
  { path: '/mobile-recharge', name: m.app_mobile_recharge(), icon: Smartphone },
  { path: '/utility-bills', name: m.common_utility_bills(), icon: ReceiptText },
] as const;
