import type { RecordKind } from './payment-request.ts';

/** How the two kinds of record are called, and where one makes another. */
export const RECORDS: Readonly<
  Record<
    RecordKind,
    {
      readonly name: string;
      readonly submittedTitle: string;
      readonly cancelledTitle: string;
      readonly path: string;
      readonly another: string;
    }
  >
> = {
  card_order: {
    name: 'card order',
    submittedTitle: 'Card Order Submitted',
    cancelledTitle: 'Card Order Cancelled',
    path: '/cards',
    another: 'Order another card',
  },
  mobile_recharge: {
    name: 'mobile recharge',
    submittedTitle: 'Mobile Recharge Submitted',
    cancelledTitle: 'Mobile Recharge Cancelled',
    path: '/mobile-recharge',
    another: 'Recharge another phone',
  },
};
