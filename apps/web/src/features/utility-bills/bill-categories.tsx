import {
  Droplets,
  Flame,
  House,
  ReceiptText,
  ShieldCheck,
  Wifi,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import { RadioCard, RadioCards } from '../../components/ui/radio-cards.tsx';
import { UTILITY_CATEGORIES, type UtilityCategory } from './utility-categories.ts';

/** The heading of the group. */
export const BILL_CATEGORIES_TITLE_ID = 'bill-categories-title';

const icons: ReadonlyMap<string, LucideIcon> = new Map([
  ['electricity', Zap],
  ['water', Droplets],
  ['internet-tv', Wifi],
  ['gas', Flame],
  ['insurance', ShieldCheck],
  ['rent', House],
]);

interface BillCategoriesProps {
  value: UtilityCategory;
  onValueChange: (category: UtilityCategory) => void;
}

/** Selects the category of the bill. */
export function BillCategories({ value, onValueChange }: BillCategoriesProps) {
  function choose(id: string) {
    const category = UTILITY_CATEGORIES.find((candidate) => candidate.id === id);
    if (category !== undefined) onValueChange(category);
  }

  return (
    <RadioCards
      aria-labelledby={BILL_CATEGORIES_TITLE_ID}
      value={value.id}
      onValueChange={choose}
      className="grid-cols-2 sm:grid-cols-3 lg:grid-cols-1"
    >
      {UTILITY_CATEGORIES.map(({ id, name }) => {
        const Icon = icons.get(id) ?? ReceiptText;
        return (
          <RadioCard key={id} value={id} className="lg:items-center lg:py-3.5">
            <span className="flex flex-col gap-2 lg:flex-row-reverse lg:items-center lg:justify-between">
              <Icon aria-hidden="true" className="size-5.5 text-accent-foreground" />
              <span className="leading-5 font-semibold">{name}</span>
            </span>
          </RadioCard>
        );
      })}
    </RadioCards>
  );
}
