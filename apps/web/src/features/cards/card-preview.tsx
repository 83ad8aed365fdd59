import { findCardTier } from '@beaconpay/domain';
import { ChevronDown } from 'lucide-react';
import { memo, useId, useState, type ReactNode } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Progress } from '../../components/ui/progress.tsx';
import { cn } from '../../lib/class-names.ts';
import { TIER_FACES } from '../../components/cards/card-art.tsx';
import { CardFace } from '../../components/cards/card-face.tsx';
import type { CardOrder, OrderCardValues } from './order-card.schema.ts';
import { sampleCard } from './sample-cards.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { cardNameLabel } from '../../payment/card-name.ts';
import { m } from '../../paraglide/messages.js';

/** A preview of the ordered card with the selected tier and the typed name. */
export const CardPreview = memo(function CardPreview({
  control,
}: {
  control: Control<OrderCardValues, unknown, CardOrder>;
}) {
  const [tierId, cardName] = useWatch({ control, name: ['tierId', 'cardName'] });
  const tier = findCardTier(tierId);
  const sample = sampleCard(tier);
  // Collapsible only where the preview is below the form.
  const [isOpen, setIsOpen] = useState(false);
  const contentId = useId();
  return (
    <Card data-slot="card-preview">
      <CardHeader className={cn('flex-row flex-wrap items-center gap-3', !isOpen && 'max-lg:pb-5')}>
        <CardTitle>{m.cards_card_preview()}</CardTitle>
        <Badge variant="outline">{m.cards_sample()}</Badge>
        <Button
          variant="ghost"
          size="icon"
          className="-my-2 ms-auto lg:hidden"
          aria-label={m.cards_card_preview()}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronDown
            aria-hidden="true"
            className={cn('transition-transform', isOpen && 'rotate-180')}
          />
        </Button>
      </CardHeader>
      <CardContent id={contentId} className={cn('flex flex-col gap-6', !isOpen && 'max-lg:hidden')}>
        <CardFace
          face={tier === undefined ? 'navy' : TIER_FACES[tier.id]}
          tierName={tier?.name ?? m.cards_virtual()}
          cardName={cardNameLabel(cardName.trim())}
          lastFour={sample.lastFour}
          expiry={sample.expiry}
          className="mx-auto max-w-96"
        />
        <dl className="grid grid-cols-2 gap-x-4 gap-y-4">
          <PreviewFact label={m.common_name()} value={cardNameLabel(cardName.trim())} />
          <PreviewFact
            label={m.cards_status()}
            value={<Badge variant={sample.isActive ? 'success' : 'neutral'}>{sample.status}</Badge>}
          />
          <PreviewFact
            label={m.common_card_number()}
            value={<span dir="ltr">•••• {sample.lastFour}</span>}
          />
          <PreviewFact label={m.cards_expires()} value={sample.expiry} />
          <PreviewFact label={m.cards_balance()} value={formatAmount(sample.balance, 'USD')} />
          <PreviewFact label={m.cards_limit()} value={formatAmount(sample.limit, 'USD')} />
        </dl>
        <div className="flex flex-col gap-2">
          <Progress value={sample.usedPercent} aria-label={m.cards_balance_as_share_limit()} />
          <p className="tabular text-sm text-muted-foreground">
            {m.cards_percent_of_limit_used({ percent: sample.usedPercent })}
          </p>
        </div>
      </CardContent>
    </Card>
  );
});

function PreviewFact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="tabular truncate font-semibold">{value}</dd>
    </div>
  );
}
