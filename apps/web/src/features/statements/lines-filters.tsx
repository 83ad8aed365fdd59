import { Search } from 'lucide-react';
import { FilterInput, FilterSelect, FIRST_PAGE } from '../../components/data/filter-fields.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Label } from '../../components/ui/label.tsx';
import { useAddressSearch } from '../../lib/use-address-search.ts';
import { m } from '../../paraglide/messages.js';
import { SEARCH_MAX_LENGTH, type LineFilter } from './line-filter.ts';
import { LINE_SOURCES, LINE_STATES, sourceLabel, stateLabel } from './line-texts.ts';

const SEARCH_DELAY_MS = 300;

/** The search and the filters of the lines. Each change is a change of the URL. */
export function LinesFilters({ filter }: { filter: LineFilter }) {
  const { typed, setTyped } = useAddressSearch('text', SEARCH_DELAY_MS, FIRST_PAGE);
  return (
    <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_11rem_11rem_10rem_10rem]">
      <div className="flex flex-col gap-1.5 sm:max-lg:col-span-2">
        <Label htmlFor="line-search">{m.statements_search()}</Label>
        <div className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 start-3 size-4.5 -translate-y-1/2 text-muted-foreground"
          />
          <Input
            id="line-search"
            type="search"
            placeholder={m.statements_search_placeholder()}
            className="ps-10"
            maxLength={SEARCH_MAX_LENGTH}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      </div>
      <FilterSelect
        name="state"
        value={filter.state}
        options={LINE_STATES.map((value) => ({ value, label: stateLabel(value) }))}
      >
        {m.statements_status()}
      </FilterSelect>
      <FilterSelect
        name="source"
        value={filter.source}
        options={LINE_SOURCES.map((value) => ({ value, label: sourceLabel(value) }))}
      >
        {m.statements_source()}
      </FilterSelect>
      <FilterInput type="date" name="from" value={filter.from} max={filter.to || undefined}>
        {m.statements_from()}
      </FilterInput>
      <FilterInput type="date" name="to" value={filter.to} min={filter.from || undefined}>
        {m.statements_to()}
      </FilterInput>
    </div>
  );
}
