import { Card, CardContent } from '../../components/ui/card.tsx';
import { corporateReviews, partners } from './home-content.ts';
import { PartnerMark } from './partner-mark.tsx';
import { Rating } from './rating.tsx';
import { SectionHeading } from './section-heading.tsx';
import { m } from '../../paraglide/messages.js';

/** Invented companies with drawn logos. */
export function TrustSection() {
  return (
    <section aria-labelledby="trust-title" className="py-16 sm:py-24">
      <div className="page-container flex flex-col gap-12">
        <SectionHeading id="trust-title" title={m.home_trusted_every_day()}>
          {m.home_corporate_reviews_and_partners_shown_here_are()}
        </SectionHeading>
        <ul
          aria-label={m.home_partners()}
          className="grid min-[18rem]:grid-cols-2 gap-x-6 gap-y-6 text-muted-foreground sm:grid-cols-3 lg:grid-cols-6"
        >
          {partners.map(({ name, logo }) => (
            <li key={name} className="flex items-center gap-2.5 text-lg font-bold tracking-tight">
              <PartnerMark shape={logo} />
              {name}
            </li>
          ))}
        </ul>
        <ul aria-label={m.home_corporate_reviews()} className="grid gap-5 md:grid-cols-3">
          {corporateReviews.map(({ id, company, review, rating, logo }) => (
            <li key={id} className="flex">
              <Card className="w-full">
                <CardContent className="flex h-full flex-col gap-5">
                  <Rating value={rating} />
                  <blockquote className="flex-1 text-lg leading-8">
                    <q>{review}</q>
                  </blockquote>
                  <p className="flex items-center gap-2.5 font-bold">
                    <PartnerMark shape={logo} className="size-6 text-link" />
                    {company}
                  </p>
                </CardContent>
              </Card>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
