import { ArrowRight } from 'lucide-react';
import { Link } from '../../components/navigation/link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { marketingCopy } from '../../lib/marketing-copy.ts';
import { useGetStarted } from './use-get-started.ts';
import { m } from '../../paraglide/messages.js';

/** The final call to action. */
export function ClosingSection() {
  const getStarted = useGetStarted();
  return (
    <section aria-labelledby="closing-title" className="bg-muted pb-16 sm:pb-24">
      <div className="page-container">
        <div className="night-sea flex flex-col items-start gap-8 rounded-2xl px-6 py-12 sm:px-12 sm:py-16 lg:flex-row lg:items-center lg:justify-between">
          <div className="flex max-w-2xl flex-col gap-3">
            <h2
              id="closing-title"
              className="text-3xl leading-tight font-extrabold tracking-tight sm:text-5xl"
            >
              {m.home_your_money_wherever_you_need_it()}
            </h2>
            <p className="text-lg leading-8 text-sea-muted">
              {m.home_one_account_currencies_countries({
                currencies: marketingCopy.currencies,
                countries: marketingCopy.countriesAndRegions,
              })}
            </p>
          </div>
          <div className="flex w-full shrink-0 flex-col gap-3 sm:w-auto sm:flex-row">
            <Button size="lg" onClick={getStarted}>
              {m.home_open_your_account()}
              <ArrowRight aria-hidden="true" className="rtl:-scale-x-100" />
            </Button>
            <Button
              asChild
              size="lg"
              variant="outline"
              className="border-sea-border bg-transparent text-sea-foreground hover:border-sea-muted hover:bg-sea-raised"
            >
              <Link to="/cards">{m.home_see_the_cards()}</Link>
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}
