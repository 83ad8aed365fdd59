import { minorUnitsToDecimal } from '@beaconpay/domain';
import { TIER_FACES } from '../../components/cards/card-art.tsx';
import { CardFace } from '../../components/cards/card-face.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { cn } from '../../lib/class-names.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { isInProgress, type CardState, type CustomerCard } from './customer-card.ts';

export const STATE_LABELS: Readonly<Record<CardState, string>> = {
  verifying: m.my_cards_state_verifying(),
  issuing: m.my_cards_state_issuing(),
  active: m.my_cards_state_active(),
  rejected: m.my_cards_state_rejected(),
};

const STATE_VARIANTS = {
  verifying: 'warning',
  issuing: 'accent',
  active: 'success',
  rejected: 'destructive',
} as const;

interface CardItemProps {
  card: CustomerCard;
  /** The page with the order of the card. */
  orderPath: string;
}

/** A card with its picture, its limit and what happens next. */
export function CardItem({ card, orderPath }: CardItemProps) {
  const { name, tier, state, last4, expiry, isTest } = card;
  return (
    <li
      data-state={state}
      className="relative flex w-[min(22rem,88vw)] shrink-0 snap-start items-center gap-4 rounded-xl border bg-card p-4 text-card-foreground shadow-sm transition-colors hover:border-input"
    >
      <div
        className={cn(
          'w-28 shrink-0',
          isInProgress(card) && 'opacity-70',
          state === 'rejected' && 'grayscale',
        )}
      >
        <CardFace
          isDecorative
          face={tier === undefined ? 'navy' : TIER_FACES[tier.id]}
          tierName={tier?.name ?? ''}
          cardName={name}
          lastFour={last4 ?? '••••'}
          expiry={expiry ?? '••/••'}
        />
      </div>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <p className="w-full truncate font-bold">
          {/* The link covers the whole card. */}
          <Link to={orderPath} className="after:absolute after:inset-0 after:rounded-xl">
            {name}
          </Link>
        </p>
        {tier !== undefined && (
          <p className="tabular text-sm text-muted-foreground">
            {m.my_cards_tier_with_limit({
              tier: tier.name,
              limit: formatAmount(minorUnitsToDecimal(tier.limitMinorUnits), tier.currency),
            })}
          </p>
        )}
        <p className="flex flex-wrap gap-1.5">
          <Badge variant={STATE_VARIANTS[state]}>{STATE_LABELS[state]}</Badge>
          {isTest && <Badge variant="outline">{m.my_cards_test_card()}</Badge>}
        </p>
        <p className="line-clamp-2 text-sm leading-5 wrap-anywhere text-muted-foreground">
          <StateText card={card} />
        </p>
      </div>
    </li>
  );
}

function StateText({ card }: { card: CustomerCard }) {
  const { state, last4, expiry, dueAt, isLate, reason } = card;
  switch (state) {
    case 'verifying':
      return m.my_cards_we_are_checking_payment();
    case 'issuing':
      if (isLate) return m.my_cards_taking_longer();
      return dueAt === null ? null : m.my_cards_expected_by({ time: formatTimestamp(dueAt) });
    case 'active':
      return (
        <span className="tabular font-semibold text-foreground" dir="ltr">
          •••• {last4} · {expiry}
        </span>
      );
    case 'rejected':
      return reason ?? m.my_cards_payment_not_verified();
  }
}
