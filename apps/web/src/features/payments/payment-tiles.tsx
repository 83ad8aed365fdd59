import { CreditCard, Repeat2, UsersRound } from 'lucide-react';
import { m } from '../../paraglide/messages.js';

const tiles = [
  {
    icon: Repeat2,
    title: m.payments_send_again(),
    text: m.payments_pay_someone_you_paid_before_without_typing(),
  },
  {
    icon: CreditCard,
    title: m.payments_payment_methods(),
    text: m.payments_pay_from_your_balance_linked_card_or(),
  },
  {
    icon: UsersRound,
    title: m.payments_split_bills(),
    text: m.payments_share_dinner_trip_or_rent_and_see(),
  },
];

/** Other uses of payments. */
export function PaymentTiles() {
  return (
    <ul aria-label={m.payments_more_ways_to_pay()} className="grid gap-5 sm:grid-cols-3">
      {tiles.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-4 rounded-xl border bg-card p-5 shadow-sm sm:flex-col">
          <span className="flex size-11 shrink-0 items-center justify-center rounded-md bg-brand text-primary">
            <Icon aria-hidden="true" className="size-5.5" />
          </span>
          <div className="flex min-w-0 flex-col gap-1">
            <h2 className="text-lg leading-7 font-bold tracking-tight">{title}</h2>
            <p className="text-[0.9375rem] leading-6 text-muted-foreground">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
