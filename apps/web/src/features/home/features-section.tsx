import { features } from './home-content.ts';
import { SectionHeading } from './section-heading.tsx';
import { m } from '../../paraglide/messages.js';

export const FEATURES_ID = 'features';

/** Four reasons for BeaconPay. */
export function FeaturesSection() {
  return (
    <section
      id={FEATURES_ID}
      aria-labelledby="features-title"
      className="border-y bg-card py-16 sm:py-24"
    >
      <div className="page-container flex flex-col gap-12">
        <SectionHeading id="features-title" title={m.home_everything_money_should_do()}>
          {m.home_built_for_people_and_companies_whose_lives()}
        </SectionHeading>
        <ul className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {features.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex flex-col items-start gap-4">
              <span className="flex size-13 items-center justify-center rounded-lg bg-brand text-primary">
                <Icon aria-hidden="true" className="size-6" />
              </span>
              <div className="flex flex-col gap-1.5">
                <h3 className="text-xl font-bold tracking-tight">{title}</h3>
                <p className="leading-7 text-muted-foreground">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
