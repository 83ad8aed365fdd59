import { CreditCard, Repeat2, UsersRound } from 'lucide-react';

const tiles = [
  {
    icon: Repeat2,
    title: 'Send Again',
    text: 'Pay someone you paid before without typing their details twice.',
  },
  {
    icon: CreditCard,
    title: 'Payment Methods',
    text: 'Pay from your balance, a linked card or a bank account.',
  },
  {
    icon: UsersRound,
    title: 'Split Bills',
    text: 'Share a dinner, a trip or the rent, and see who has paid their part.',
  },
];

/** Other uses of payments. */
export function PaymentTiles() {
  return (
    <ul aria-label="More ways to pay" className="grid gap-5 sm:grid-cols-3">
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
