import { COUNTRIES, RECORD_STATUSES } from '@beaconpay/domain';
import { Search, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { FilterInput, FilterSelect, FIRST_PAGE } from '../../../components/data/filter-fields.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { Label } from '../../../components/ui/label.tsx';
import { countryLabel } from '../../../lib/country-label.ts';
import { statusLabel } from '../../../lib/status-label.ts';
import { useAddressSearch } from '../../../lib/use-address-search.ts';
import { useSearchParamState } from '../../../lib/use-search-param-state.ts';
import { m } from '../../../paraglide/messages.js';
import { PAYMENT_METHODS } from '../../../payment/payment-method-texts.ts';
import {
  ASSIGNEES,
  CHOICES,
  countFilters,
  FLAGS,
  HOLDS,
  NO_FILTER,
  SEARCH_MAX_LENGTH,
  SORTS,
  type RecordFilter,
} from './record-filter.ts';
import { FLAG_LABELS, kindLabel } from './record-labels.ts';
import { SEARCH_FIELD_ID } from './use-list-shortcuts.ts';

const SEARCH_DELAY_MS = 300;

const SORT_LABELS: Readonly<Record<(typeof SORTS)[number], string>> = {
  newest: m.records_sort_newest(),
  oldest: m.records_sort_oldest(),
  amount_desc: m.records_sort_amount_desc(),
  amount_asc: m.records_sort_amount_asc(),
};

const SORT_OPTIONS = SORTS.map((value) => ({
  value: value === 'newest' ? '' : value,
  label: SORT_LABELS[value],
}));

const STATUS_OPTIONS = RECORD_STATUSES.map((value) => ({ value, label: statusLabel(value) }));
const KIND_OPTIONS = CHOICES.kind.map((value) => ({ value, label: kindLabel(value) }));
const METHOD_OPTIONS = PAYMENT_METHODS.map(({ id, label }) => ({ value: id, label }));
const COUNTRY_OPTIONS = COUNTRIES.map(({ id }) => ({ value: id, label: countryLabel(id) }));
const FLAG_OPTIONS = FLAGS.map((value) => ({
  value,
  label: m.records_flag_at_least({ grade: FLAG_LABELS[value] ?? value }),
}));
const ASSIGNEE_OPTIONS = ASSIGNEES.map((value) => ({
  value,
  label: value === 'me' ? m.records_assigned_to_me() : m.records_unassigned(),
}));
const HOLD_OPTIONS = HOLDS.map((value) => ({
  value,
  label: value === 'true' ? m.records_on_hold() : m.records_not_on_hold(),
}));

/** The search and the filters. Each change is a change of the URL. */
export function RecordsFilters({ filter }: { filter: RecordFilter }) {
  const { write } = useSearchParamState();
  const filtersId = useId();
  const filterCount = countFilters(filter);
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const isShown = isOpen ?? filterCount > (filter.status === '' ? 0 : 1);

  return (
    <div className="flex flex-col gap-3">
      <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_14rem_14rem_auto]">
        <SearchField />
        <FilterSelect name="status" value={filter.status} options={STATUS_OPTIONS}>
          {m.records_status()}
        </FilterSelect>
        <FilterSelect name="sort" value={filter.sort} options={SORT_OPTIONS} hasAny={false}>
          {m.records_sort()}
        </FilterSelect>
        <Button
          variant="outline"
          className="sm:h-11"
          aria-expanded={isShown}
          aria-controls={filtersId}
          onClick={() => setIsOpen(!isShown)}
        >
          <SlidersHorizontal aria-hidden="true" />
          {filterCount === 0 ? m.records_filters() : m.records_filters_set({ count: filterCount })}
        </Button>
      </div>
      <div
        id={filtersId}
        hidden={!isShown}
        className="grid items-end gap-3 hidden:hidden sm:grid-cols-2 lg:grid-cols-5"
      >
        <FilterSelect name="kind" value={filter.kind} options={KIND_OPTIONS}>
          {m.records_kind()}
        </FilterSelect>
        <FilterSelect name="method" value={filter.method} options={METHOD_OPTIONS}>
          {m.admin_method()}
        </FilterSelect>
        <FilterSelect name="country" value={filter.country} options={COUNTRY_OPTIONS}>
          {m.common_country()}
        </FilterSelect>
        <FilterSelect name="assignee" value={filter.assignee} options={ASSIGNEE_OPTIONS}>
          {m.records_assignee()}
        </FilterSelect>
        <FilterSelect name="flag" value={filter.flag} options={FLAG_OPTIONS}>
          {m.records_checks()}
        </FilterSelect>
        <FilterSelect name="held" value={filter.held} options={HOLD_OPTIONS}>
          {m.records_hold()}
        </FilterSelect>
        <FilterInput name="from" value={filter.from} type="date" max={filter.to || undefined}>
          {m.records_submitted_from()}
        </FilterInput>
        <FilterInput name="to" value={filter.to} type="date" min={filter.from || undefined}>
          {m.records_submitted_to()}
        </FilterInput>
        <FilterInput name="amountMin" value={filter.amountMin} type="number" min="0" step="0.01">
          {m.records_amount_min()}
        </FilterInput>
        <FilterInput name="amountMax" value={filter.amountMax} type="number" min="0" step="0.01">
          {m.records_amount_max()}
        </FilterInput>
        <Button
          variant="ghost"
          className="justify-self-start"
          onClick={() => {
            setIsOpen(true);
            write(NO_FILTER);
          }}
        >
          {m.records_clear_filters()}
        </Button>
      </div>
    </div>
  );
}

function SearchField() {
  const { typed, setTyped } = useAddressSearch('text', SEARCH_DELAY_MS, FIRST_PAGE);
  return (
    <div className="flex flex-col gap-1.5 sm:max-lg:col-span-2">
      <Label htmlFor={SEARCH_FIELD_ID}>{m.records_search()}</Label>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 start-3 size-4.5 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          id={SEARCH_FIELD_ID}
          type="search"
          placeholder={m.records_search_placeholder()}
          className="ps-10"
          maxLength={SEARCH_MAX_LENGTH}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
    </div>
  );
}
