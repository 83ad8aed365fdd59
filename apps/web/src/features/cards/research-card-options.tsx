import type { CardTier } from '@beaconpay/domain';
import { Check, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardTitle } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Label } from '../../components/ui/label.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { CardFace } from '../../components/cards/card-face.tsx';
import {
  CARD_KIND_LABELS,
  CARD_KINDS,
  findResearchCards,
  type CardKind,
  type ResearchCard,
} from './research-cards.ts';
import { m } from '../../paraglide/messages.js';

const ALL_KINDS = 'all';
const SEARCH_ID = 'research-cards-search';

interface ResearchCardOptionsProps {
  /** Called with the tier that the user wants to order. */
  onOrder: (tierId: CardTier['id']) => void;
}

/** All kinds of cards, with search and filter. */
export default function ResearchCardOptions({ onOrder }: ResearchCardOptionsProps) {
  const [searchText, setSearchText] = useState('');
  const [filter, setFilter] = useState<CardKind | typeof ALL_KINDS>(ALL_KINDS);
  const cards = findResearchCards(filter === ALL_KINDS ? null : filter, searchText);
  return (
    <Tabs
      value={filter}
      onValueChange={(value) => setFilter(value as CardKind | typeof ALL_KINDS)}
      className="gap-5"
    >
      <div className="flex flex-col gap-4 lg:flex-row lg:items-end lg:justify-between">
        <div className="flex w-full flex-col gap-1.5 lg:max-w-sm">
          <Label htmlFor={SEARCH_ID}>{m.cards_search_cards()}</Label>
          <Input
            id={SEARCH_ID}
            type="search"
            placeholder={m.cards_cashback_travel_students()}
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
          />
        </div>
        <TabsList aria-label={m.cards_kind_of_card()}>
          <TabsTrigger value={ALL_KINDS} className="px-2 sm:px-4">
            {m.cards_all()}
          </TabsTrigger>
          {CARD_KINDS.map((kind) => (
            <TabsTrigger key={kind} value={kind} className="px-2 sm:px-4">
              {CARD_KIND_LABELS[kind]}
            </TabsTrigger>
          ))}
        </TabsList>
      </div>
      <TabsContent value={filter} tabIndex={-1}>
        <p role="status" className="sr-only">
          {m.cards_count_cards_found({ count: cards.length })}
        </p>
        {cards.length === 0 ? (
          <Card>
            <EmptyState
              icon={SearchX}
              title={m.cards_no_cards_found()}
              description={m.cards_try_adjusting_your_search_or_filter_criteria()}
            />
          </Card>
        ) : (
          <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
            {cards.map((card) => (
              <li key={card.id} className="flex min-w-0">
                <ResearchCardTile card={card} onOrder={onOrder} />
              </li>
            ))}
          </ul>
        )}
      </TabsContent>
      <p className="text-sm text-muted-foreground">
        {m.cards_virtual_cards_can_be_ordered_today_debit()}
      </p>
    </Tabs>
  );
}

interface ResearchCardTileProps extends ResearchCardOptionsProps {
  card: ResearchCard;
}

function ResearchCardTile({ card, onOrder }: ResearchCardTileProps) {
  const { name, kind, summary, benefits, bestFor, face, tierId } = card;
  return (
    <Card className="w-full overflow-hidden">
      <div className="bg-muted px-8 py-7 sm:px-10">
        <CardFace
          face={face}
          tierName={CARD_KIND_LABELS[kind]}
          cardName={name}
          lastFour="4821"
          expiry="08/30"
          className="mx-auto max-w-72"
        />
      </div>
      <div className="flex flex-1 flex-col gap-4 p-5 sm:p-6">
        <div className="flex flex-col gap-1">
          <CardTitle>{name}</CardTitle>
          <p className="text-[0.9375rem] leading-6 text-muted-foreground">{summary}</p>
        </div>
        <ul aria-label={m.cards_benefits()} className="flex flex-col gap-2">
          {benefits.map((benefit) => (
            <li key={benefit} className="flex items-start gap-2.5 text-[0.9375rem] leading-6">
              <Check
                aria-hidden="true"
                className="mt-1 size-4 shrink-0 text-success-text"
                strokeWidth={3}
              />
              {benefit}
            </li>
          ))}
        </ul>
        <div className="mt-auto flex flex-col gap-4 pt-1">
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-sm font-semibold text-muted-foreground">
              {m.cards_best_for()}
            </span>
            <ul aria-label={m.cards_best_for()} className="contents">
              {bestFor.map((tag) => (
                <li key={tag} className="flex">
                  <Badge variant="accent">{tag}</Badge>
                </li>
              ))}
            </ul>
          </div>
          {tierId !== undefined && (
            <Button
              variant="outline"
              aria-label={m.cards_order_name({ name })}
              onClick={() => onOrder(tierId)}
            >
              {m.cards_order_this_card()}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
