import { ChartNoAxesCombined, FileText, Headset, Users, WalletCards } from 'lucide-react';
import { BeaconMark } from '../../components/brand/beacon-mark.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardDescription, CardTitle } from '../../components/ui/card.tsx';

const tools = [
  {
    name: 'Team Management',
    summary: 'Invite colleagues and choose what each can spend and see.',
    icon: Users,
  },
  {
    name: 'Financial Analytics',
    summary: 'See where the money comes from and where it goes.',
    icon: ChartNoAxesCombined,
  },
  {
    name: 'Invoicing',
    summary: 'Send invoices and know when they are paid.',
    icon: FileText,
  },
  {
    name: 'Payroll',
    summary: 'Pay everyone on time, in their currency.',
    icon: WalletCards,
  },
  {
    name: 'Business Support',
    summary: 'A dedicated contact who knows your business.',
    icon: Headset,
  },
];

/** The tools that are not available yet. */
export function BusinessTools() {
  return (
    <section aria-labelledby="business-tools-title" className="flex flex-col gap-4">
      <h2 id="business-tools-title" className="text-xl font-bold tracking-tight">
        Business tools
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-6">
        {tools.map(({ name, summary, icon: Icon }) => (
          <li key={name} className="flex min-w-0 lg:col-span-2 lg:nth-[n+4]:col-span-3">
            <Card
              role="group"
              aria-label={`${name}, coming soon`}
              aria-disabled="true"
              className="w-full gap-4 border-dashed bg-card/60 p-5 shadow-none sm:p-6"
            >
              <div className="flex items-center justify-between gap-3">
                <span className="flex size-11 items-center justify-center rounded-full bg-secondary text-muted-foreground">
                  <Icon aria-hidden="true" className="size-5" />
                </span>
                <Badge variant="accent">Coming Soon</Badge>
              </div>
              <div className="flex flex-col gap-1">
                <CardTitle level={3} className="text-base">
                  {name}
                </CardTitle>
                <CardDescription>{summary}</CardDescription>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Announces Business Pro. The button is disabled until the product exists. */
export function BusinessPromo() {
  return (
    <section
      aria-labelledby="business-promo-title"
      className="night-sea flex flex-col gap-6 rounded-2xl p-6 sm:flex-row sm:items-center sm:justify-between sm:p-10"
    >
      <div className="flex min-w-0 flex-col gap-4 sm:flex-row sm:items-center sm:gap-6">
        <BeaconMark className="size-14" />
        <div className="flex min-w-0 flex-col gap-1.5">
          <h2 id="business-promo-title" className="text-xl font-bold tracking-tight sm:text-2xl">
            One account for the whole company
          </h2>
          <p className="max-w-xl leading-7 text-sea-muted">
            Cards for every team, spending at a glance and books that close themselves. We&apos;re
            building it now.
          </p>
        </div>
      </div>
      <Button size="lg" disabled>
        Upgrade to Business Pro
      </Button>
    </section>
  );
}
