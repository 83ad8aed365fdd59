import { Banknote, CreditCard, Globe, ReceiptText, Smartphone } from 'lucide-react';

/** The five services in the order of all menus. */
export const serviceLinks = [
  { path: '/cards', name: 'Cards', icon: CreditCard },
  { path: '/payments', name: 'Payments', icon: Banknote },
  { path: '/wire-transfers', name: 'Wire Transfers', icon: Globe },
  { path: '/mobile-recharge', name: 'Mobile Recharge', icon: Smartphone },
  { path: '/utility-bills', name: 'Utility Bills', icon: ReceiptText },
] as const;
