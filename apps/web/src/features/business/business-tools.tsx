import { ChartNoAxesCombined, FileText, Headset, Users, WalletCards } from 'lucide-react';
import { BeaconMark } from '../../components/brand/beacon-mark.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardDescription, CardTitle } from '../../components/ui/card.tsx';
import { m } from '../../paraglide/messages.js';

const tools = [
  {
    name: m.business_team_management(),
    summary: m.business_invite_colleagues_and_choose_what_each_can(),
    icon: Users,
  },
  {
    name: m.business_financial_analytics(),
    summary: m.business_see_where_money_comes_from_and_where(),
    icon: ChartNoAxesCombined,
  },
  {
    name: m.business_invoicing(),
    summary: m.business_send_invoices_and_know_when_they_are(),
    icon: FileText,
  },
  {
    name: m.business_payroll(),
    summary: m.business_pay_everyone_on_time_in_their_currency(),
    icon: WalletCards,
  },
  {
    name: m.business_business_support(),
    summary: m.business_dedicated_contact_who_knows_your_business(),
    icon: Headset,
  },
];

/** The tools that are not available yet. */
export function BusinessTools() {
  return (
    <section aria-labelledby="business-tools-title" className="flex flex-col gap-4">
      <h2 id="business-tools-title" className="text-xl font-bold tracking-tight">
        {m.business_business_tools()}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-6">
        {tools.map(({ name, summary, icon: Icon }) => (
          <li key={name} className="flex min-w-0 lg:col-span-2 lg:nth-[n+4]:col-span-3">
            <Card
              role="group"
              aria-label={m.business_name_coming_soon({ name })}
              aria-disabled="true"
              className="w-full gap-4 border-dashed bg-card/60 p-5 shadow-none sm:p-6"
            >
              <div className="flex items-center justify-between gap-3">
                <span className="flex size-11 items-center justify-center rounded-full bg-secondary text-muted-foreground">
                  <Icon aria-hidden="true" className="size-5" />
                </span>
                <Badge variant="accent">{m.business_coming_soon()}</Badge>
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
            {m.business_one_account_for_whole_company()}
          </h2>
          <p className="max-w-xl leading-7 text-sea-muted">
            {m.business_cards_for_every_team_spending_at_glance()}
          </p>
        </div>
      </div>
      <Button size="lg" disabled>
        {m.business_upgrade_to_business_pro()}
      </Button>
    </section>
  );
}
