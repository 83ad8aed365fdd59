import { CARD_TIERS, type CardTier } from '@beaconpay/domain';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormControl, FormField, FormItem, FormMessage } from '../../components/ui/form.tsx';
import { RadioCard, RadioCards } from '../../components/ui/radio-cards.tsx';
import type { OrderCardValues } from './order-card.schema.ts';
import { TIER_FEATURES } from './tier-features.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { m } from '../../paraglide/messages.js';

/** Selects the tier of the card. */
export function TierChoice() {
  const { control } = useFormContext<OrderCardValues>();
  return (
    <FormField
      control={control}
      name="tierId"
      render={({ field }) => (
        <FormItem>
          <FormControl>
            <RadioCards
              ref={field.ref}
              tabIndex={-1}
              value={field.value}
              onValueChange={field.onChange}
              aria-label={m.common_card_tier()}
              className="md:grid-cols-3"
            >
              {CARD_TIERS.map((tier) => (
                <TierCard key={tier.id} tier={tier} />
              ))}
            </RadioCards>
          </FormControl>
          <FormMessage />
        </FormItem>
      )}
    />
  );
}

function TierCard({ tier }: { tier: CardTier }) {
  const nameId = useId();
  const featuresId = useId();
  return (
    // The accessible name is tier and price, because the features of one tier mention another.
    <RadioCard value={tier.id} aria-labelledby={nameId} aria-describedby={featuresId}>
      <span
        id={nameId}
        className="flex flex-wrap items-baseline justify-between gap-x-3 md:flex-col"
      >
        <span className="font-bold">{tier.name}</span>{' '}
        <span className="tabular text-xl font-extrabold tracking-tight">
          {formatAmount(tier.price, tier.currency)}
        </span>
      </span>
      <span
        id={featuresId}
        className="mt-2.5 flex flex-col gap-1 text-sm leading-5 text-muted-foreground"
      >
        {TIER_FEATURES[tier.id].map((feature) => (
          <span key={feature} className="flex items-start gap-2">
            <Check
              aria-hidden="true"
              className="mt-0.5 size-4 shrink-0 text-success-text"
              strokeWidth={3}
            />
            {feature}{' '}
          </span>
        ))}
      </span>
    </RadioCard>
  );
}
