import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { TryAgainLink } from '../../components/loading/try-again-link.tsx';
import { Alert } from '../../components/ui/alert.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { m } from '../../paraglide/messages.js';
import { followCards, myCardsQuery } from './api.ts';
import { CardItem, STATE_LABELS } from './card-item.tsx';
import { isInProgress, type CustomerCard } from './customer-card.ts';

interface MyCardsProps {
  userId: string;
  /** The page with an order. */
  orderPath: (orderId: string) => string;
  /** Shown below the text for a user without cards. */
  whenEmpty?: ReactNode;
}

/** The ordered cards of the user, in one row that scrolls sideways. It follows cards that can still change. */
export function MyCards({ userId, orderPath, whenEmpty }: MyCardsProps) {
  const cards = useQuery(myCardsQuery(userId));
  const queries = useQueryClient();
  const isFollowed = cards.data?.some(isInProgress) === true;
  useEffect(
    () => (isFollowed ? followCards(queries, userId) : undefined),
    [queries, userId, isFollowed],
  );

  if (cards.data === undefined) {
    return cards.errorUpdateCount > 0 ? (
      <Alert variant="warning" role="alert">
        {m.my_cards_could_not_load()} <TryAgainLink onRetry={() => void cards.refetch()} />
      </Alert>
    ) : (
      <Skeleton className="h-full w-[min(22rem,88vw)] rounded-xl" />
    );
  }
  if (cards.data.length === 0) {
    return (
      <div className="flex h-full flex-col items-start justify-center gap-3 rounded-xl border border-dashed bg-card/60 px-5 py-4">
        <p className="max-w-xl text-[0.9375rem] leading-6 text-muted-foreground">
          {m.my_cards_none_yet()}
        </p>
        {whenEmpty}
      </div>
    );
  }
  return (
    <>
      <StateNews cards={cards.data} />
      <ul
        aria-label={m.my_cards_my_cards()}
        className="-mx-1 flex h-full snap-x items-stretch gap-4 overflow-x-auto rounded-xl p-1"
      >
        {cards.data.map((card) => (
          <CardItem key={card.id} card={card} orderPath={orderPath(card.id)} />
        ))}
      </ul>
    </>
  );
}

/** Announces changed states to screen readers. */
function StateNews({ cards }: { cards: readonly CustomerCard[] }) {
  const [before, setBefore] = useState(cards);
  const [news, setNews] = useState('');
  if (before !== cards) {
    setBefore(cards);
    const states = new Map(before.map(({ id, state }) => [id, state]));
    const changed = cards.filter(({ id, state }) => states.has(id) && states.get(id) !== state);
    if (changed.length > 0) {
      setNews(changed.map(({ name, state }) => `${name}: ${STATE_LABELS[state]}.`).join(' '));
    }
  }
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  );
}
