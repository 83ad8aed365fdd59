import type { ColumnRole, DateFormat, DecimalMark, TableInspection } from '@beaconpay/statements';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Label } from '../../components/ui/label.tsx';
import { NativeSelect } from '../../components/ui/native-select.tsx';
import { m } from '../../paraglide/messages.js';
import { ROLE_LABELS } from './column-texts.ts';
import { COLUMN_ROLES, type StoredMapping } from './stored-mappings.ts';

interface MappingDialogProps {
  table: TableInspection;
  mapping: StoredMapping | null;
  isOpen: boolean;
  onClose: () => void;
  onMap: (mapping: StoredMapping) => void;
}

/** Asks what each column of a table contains. The answer is remembered for the header of the table. */
export default function MappingDialog({ isOpen, onClose, ...form }: MappingDialogProps) {
  return (
    <Dialog
      title={m.statements_map_columns()}
      description={m.statements_map_description()}
      isOpen={isOpen}
      onClose={onClose}
      className="sm:max-w-2xl"
    >
      <MappingForm onClose={onClose} {...form} />
    </Dialog>
  );
}

const DATE_FORMATS: readonly { value: DateFormat; label: string }[] = [
  { value: 'ymd', label: '2026-12-31' },
  { value: 'dmy', label: '31/12/2026' },
  { value: 'mdy', label: '12/31/2026' },
];

const DECIMAL_MARKS: readonly { value: DecimalMark; label: string }[] = [
  { value: '.', label: '1,234.50' },
  { value: ',', label: '1.234,50' },
];

function MappingForm({ table, mapping, onClose, onMap }: Omit<MappingDialogProps, 'isOpen'>) {
  const [columns, setColumns] = useState<readonly (ColumnRole | null)[]>(
    mapping?.columns ?? table.columns,
  );
  const [dateFormat, setDateFormat] = useState<string>(mapping?.dateFormat ?? '');
  const [decimalMark, setDecimalMark] = useState<string>(mapping?.decimalMark ?? '');
  const [account, setAccount] = useState(mapping?.account ?? '');
  const [currency, setCurrency] = useState(mapping?.currency ?? '');
  const [error, setError] = useState<string | null>(null);
  const has = (role: ColumnRole) => columns.includes(role);

  function submit() {
    const hasAmount = has('amount') || has('debit') || has('credit');
    if (!hasAmount || !(has('bookingDate') || has('valueDate'))) {
      setError(m.statements_problem_columns());
      return;
    }
    const date = DATE_FORMATS.find(({ value }) => value === dateFormat)?.value;
    const mark = DECIMAL_MARKS.find(({ value }) => value === decimalMark)?.value;
    onMap({
      headerKey: table.headerKey,
      columns,
      ...(date === undefined ? {} : { dateFormat: date }),
      ...(mark === undefined ? {} : { decimalMark: mark }),
      account: has('account') ? '' : account.trim(),
      currency: has('currency') ? '' : currency.trim().toUpperCase(),
    });
  }

  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <DialogBody className="flex flex-col gap-6">
        <ul className="flex flex-col gap-4">
          {table.header.map((name, at) => (
            <ColumnChoice
              key={`${String(at)} ${name}`}
              name={name}
              examples={table.rows.map((cells) => cells[at] ?? '')}
              role={columns[at] ?? null}
              onChoose={(role) =>
                setColumns(columns.map((other, index) => (index === at ? role : other)))
              }
            />
          ))}
        </ul>
        <div className="grid gap-4 sm:grid-cols-2">
          <Choice
            label={m.statements_date_format()}
            value={dateFormat}
            options={DATE_FORMATS}
            onChoose={setDateFormat}
          />
          <Choice
            label={m.statements_number_format()}
            value={decimalMark}
            options={DECIMAL_MARKS}
            onChoose={setDecimalMark}
          />
          {!has('account') && (
            <TypedText
              label={m.statements_own_account()}
              value={account}
              maxLength={40}
              onType={setAccount}
            />
          )}
          {!has('currency') && (
            <TypedText
              label={m.common_currency()}
              value={currency}
              maxLength={3}
              onType={setCurrency}
            />
          )}
        </div>
        {error !== null && (
          <p role="alert" className="text-sm font-medium text-destructive-text">
            {error}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {m.common_cancel()}
        </Button>
        <Button type="submit">{m.statements_read_again()}</Button>
      </DialogFooter>
    </form>
  );
}

interface ColumnChoiceProps {
  name: string;
  examples: readonly string[];
  role: ColumnRole | null;
  onChoose: (role: ColumnRole | null) => void;
}

function ColumnChoice({ name, examples, role, onChoose }: ColumnChoiceProps) {
  const id = useId();
  const example = examples.find((text) => text.trim() !== '');
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 sm:grid-cols-2">
      <Label htmlFor={id}>
        <span className="flex min-w-0 flex-col">
          <bdi className="wrap-anywhere">{name === '' ? '–' : name}</bdi>
          {example !== undefined && (
            <bdi className="truncate font-normal text-muted-foreground">{example}</bdi>
          )}
        </span>
      </Label>
      <NativeSelect
        id={id}
        value={role ?? ''}
        onChange={({ target: { value } }) =>
          onChoose(COLUMN_ROLES.find((known) => known === value) ?? null)
        }
      >
        <option value="">{m.statements_not_used()}</option>
        {COLUMN_ROLES.map((value) => (
          <option key={value} value={value}>
            {ROLE_LABELS[value]}
          </option>
        ))}
      </NativeSelect>
    </li>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <NativeSelect id={id} value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{m.statements_detect()}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}

interface TypedTextProps {
  label: string;
  value: string;
  maxLength: number;
  onType: (value: string) => void;
}

function TypedText({ label, onType, ...input }: TypedTextProps) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <Input
        id={id}
        autoComplete="off"
        {...input}
        onChange={({ target: { value } }) => onType(value)}
      />
    </Field>
  );
}

function Field({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      {children}
    </div>
  );
}
