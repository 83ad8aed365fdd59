import { Search } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import { Input } from '../../components/ui/input.tsx';
import { Label } from '../../components/ui/label.tsx';
import { NativeSelect } from '../../components/ui/native-select.tsx';
import { useAddressSearch } from '../../lib/use-address-search.ts';
import { useSearchParamState } from '../../lib/use-search-param-state.ts';
import { m } from '../../paraglide/messages.js';
import { SEARCH_MAX_LENGTH, type LineFilter } from './line-filter.ts';
import { LINE_SOURCES, LINE_STATES, sourceLabel, stateLabel } from './line-texts.ts';

const SEARCH_DELAY_MS = 300;
/** A position belongs to one filter. Another filter starts at the first page. */
const FIRST_PAGE = { after: '' };

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
        label={m.statements_status()}
        value={filter.state}
        options={LINE_STATES.map((value) => ({ value, label: stateLabel(value) }))}
      />
      <FilterSelect
        name="source"
        label={m.statements_source()}
        value={filter.source}
        options={LINE_SOURCES.map((value) => ({ value, label: sourceLabel(value) }))}
      />
      <FilterDay
        name="from"
        label={m.statements_from()}
        value={filter.from}
        max={filter.to || undefined}
      />
      <FilterDay
        name="to"
        label={m.statements_to()}
        value={filter.to}
        min={filter.from || undefined}
      />
    </div>
  );
}

interface FilterSelectProps {
  name: keyof LineFilter;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
}

function FilterSelect({ name, label, value, options }: FilterSelectProps) {
  const { write } = useSearchParamState();
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <NativeSelect
        id={id}
        value={value}
        onChange={({ target }) => write({ ...FIRST_PAGE, [name]: target.value })}
      >
        <option value="">{m.records_any()}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

type FilterDayProps = Pick<ComponentProps<'input'>, 'min' | 'max'> & {
  name: keyof LineFilter;
  label: string;
  value: string;
};

/** Writes the URL when the user leaves the field or presses Enter, not with each digit of a year. */
function FilterDay({ name, label, value, ...limits }: FilterDayProps) {
  const { write } = useSearchParamState();
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <Input
        key={value}
        id={id}
        type="date"
        defaultValue={value}
        onBlur={({ target }) => write({ ...FIRST_PAGE, [name]: target.value })}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') write({ ...FIRST_PAGE, [name]: currentTarget.value });
        }}
        {...limits}
      />
    </div>
  );
}
