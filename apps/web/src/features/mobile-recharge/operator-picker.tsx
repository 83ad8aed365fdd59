import { findOperators, OPERATOR_COUNTRIES, type Operator } from '@beaconpay/domain';
import { SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Label } from '../../components/ui/label.tsx';
import { NativeSelect } from '../../components/ui/native-select.tsx';
import { RadioCard, RadioCards } from '../../components/ui/radio-cards.tsx';
import { OperatorMark } from './operator-mark.tsx';
import { countryLabel } from '../../lib/country-label.ts';
import { m } from '../../paraglide/messages.js';

const COUNTRY_ID = 'operator-country';
const SEARCH_ID = 'operator-search';

interface OperatorPickerProps {
  /** The id of the selected operator. Empty without one. */
  value: string;
  onValueChange: (operatorId: string) => void;
  /** Called when the user clicks an operator, not when an arrow key passes it. */
  onChosen: () => void;
}

/** The operators by country and name. A selection survives the filters. */
export function OperatorPicker({ value, onValueChange, onChosen }: OperatorPickerProps) {
  const [country, setCountry] = useState('');
  const [searchText, setSearchText] = useState('');
  // The browser sends a click for an arrow key, and the next key may select another operator.
  const isPassing = useRef(false);
  const operators = findOperators(country, searchText);
  return (
    <Card>
      <CardContent className="grid gap-4 sm:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-1.5">
          <Label htmlFor={COUNTRY_ID}>{m.common_country()}</Label>
          <NativeSelect
            id={COUNTRY_ID}
            value={country}
            onChange={(event) => setCountry(event.target.value)}
          >
            <option value="">{m.mobile_recharge_all_countries()}</option>
            {OPERATOR_COUNTRIES.map((id) => (
              <option key={id} value={id}>
                {countryLabel(id)}
              </option>
            ))}
          </NativeSelect>
        </div>
        <div className="flex min-w-0 flex-col gap-1.5">
          <Label htmlFor={SEARCH_ID}>{m.mobile_recharge_search_operators()}</Label>
          <Input
            id={SEARCH_ID}
            type="search"
            placeholder={m.mobile_recharge_operator_name()}
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
          />
        </div>
      </CardContent>
      <CardHeader className="border-t pt-5 sm:pt-6">
        <CardTitle>
          {m.mobile_recharge_select_operator_count_found({ count: operators.length })}
        </CardTitle>
        <p role="status" className="sr-only">
          {m.mobile_recharge_count_operators({ count: operators.length })}
        </p>
      </CardHeader>
      <CardContent>
        {operators.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title={m.mobile_recharge_no_operators_match_your_search_try_different()}
            className="py-8"
          />
        ) : (
          <RadioCards
            value={value}
            onValueChange={onValueChange}
            aria-label={m.mobile_recharge_operator()}
            onKeyDown={({ key }) => {
              isPassing.current = key.startsWith('Arrow');
            }}
            onClick={({ target, isTrusted }) => {
              if (!(target instanceof HTMLInputElement)) return;
              // A selection from before the app was interactive is replayed without its key.
              const wasPassing = !isTrusted && target.matches(':focus-visible');
              // Called after the selection is rendered, because the form may appear with it.
              if (!isPassing.current && !wasPassing) window.setTimeout(onChosen);
              isPassing.current = false;
            }}
            className="grid-cols-2 max-[21rem]:grid-cols-1 xl:grid-cols-3"
          >
            {operators.map((operator) => (
              <OperatorCard key={operator.id} operator={operator} />
            ))}
          </RadioCards>
        )}
      </CardContent>
    </Card>
  );
}

function OperatorCard({ operator }: { operator: Operator }) {
  return (
    <RadioCard
      value={operator.id}
      className="flex-row-reverse gap-1 p-3.5 sm:p-4 [&>input]:size-4.5"
    >
      <OperatorMark operator={operator} />
      <span className="mt-2.5 font-semibold break-words">{operator.name}</span>{' '}
      <span className="text-sm leading-5 text-muted-foreground">
        {countryLabel(operator.country)}
      </span>{' '}
      <span className="text-sm leading-5 text-muted-foreground">{m.mobile_recharge_mobile()}</span>
    </RadioCard>
  );
}
