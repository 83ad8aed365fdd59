import { RichText } from '../../components/data/rich-text.tsx';
import { ArrowRight } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { marketingCopy } from '../../lib/marketing-copy.ts';
import { FEATURES_ID } from './features-section.tsx';
import { HeroIllustration } from './hero-illustration.tsx';
import { useGetStarted } from './use-get-started.ts';
import { m } from '../../paraglide/messages.js';

const figures = [
  { value: marketingCopy.countriesAndRegionsShort, label: m.home_countries_and_regions() },
  { value: marketingCopy.currenciesShort, label: m.home_currencies() },
  { value: '1', label: m.home_account_for_all_it() },
];

/** The headline and the sign-up button. */
export function HeroSection() {
  const getStarted = useGetStarted();
  return (
    <section aria-labelledby="hero-title" className="night-sea relative overflow-hidden">
      <div className="page-container grid grid-cols-[minmax(0,1fr)] items-center gap-14 py-16 sm:py-20 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)] lg:gap-10 lg:py-28">
        <div className="relative z-10 flex min-w-0 flex-col items-start gap-6">
          <h1
            id="hero-title"
            data-route-heading
            tabIndex={-1}
            className="text-[2.5rem] leading-[1.06] font-extrabold tracking-[-0.03em] sm:text-6xl xl:text-[4.25rem]"
          >
            <RichText
              message={m.home_pay_and_get_paid}
              parts={{
                wherever: (
                  <span className="inline-block text-primary">{m.home_wherever_you_are()}</span>
                ),
              }}
            />
          </h1>
          <p className="max-w-xl text-lg leading-8 text-sea-muted sm:text-xl">
            {m.home_cards_fast_transfers_one_secure_account({
              countries: marketingCopy.countriesAndRegions,
              currencies: marketingCopy.currencies,
            })}
          </p>
          <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
            <Button size="lg" onClick={getStarted}>
              {m.home_get_started()}
              <ArrowRight aria-hidden="true" className="rtl:-scale-x-100" />
            </Button>
            <Button
              asChild
              size="lg"
              variant="outline"
              className="border-sea-border bg-transparent text-sea-foreground hover:border-sea-muted hover:bg-sea-raised"
            >
              <a href={`#${FEATURES_ID}`}>{m.home_learn_more()}</a>
            </Button>
          </div>
          <dl className="mt-4 grid w-full max-w-lg gap-x-5 gap-y-4 min-[18rem]:grid-cols-[1.35fr_1fr_1.25fr] border-t border-sea-border pt-7 sm:gap-x-8">
            {figures.map(({ value, label }) => (
              <div key={label} className="flex flex-col-reverse justify-end">
                <dt className="text-sm text-sea-muted">{label}</dt>
                <dd className="tabular text-3xl font-extrabold tracking-tight">
                  <span dir="ltr">{value}</span>
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <HeroIllustration />
      </div>
    </section>
  );
}
