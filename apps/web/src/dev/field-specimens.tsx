import { useId, useState, type ReactNode } from 'react';
import { CurrencySelect } from '../components/fields/currency-select.tsx';
import { AmountInput } from '../components/fields/amount-input.tsx';
import { Input } from '../components/ui/input.tsx';
import { Label } from '../components/ui/label.tsx';
import { NativeSelect } from '../components/ui/native-select.tsx';
import { PasswordInput } from '../components/ui/password-input.tsx';
import { RadioCard, RadioCards } from '../components/ui/radio-cards.tsx';
import { Textarea } from '../components/ui/textarea.tsx';
import { SpecimenSection } from './specimen.tsx';

interface LabeledProps {
  label: string;
  children: (id: string) => ReactNode;
}

function Labeled({ label, children }: LabeledProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      {children(id)}
    </div>
  );
}

const options = (
  <>
    <option value="standard">Standard</option>
    <option value="premium">Premium</option>
  </>
);

export function FieldSpecimens() {
  const [tier, setTier] = useState<string | null>('standard');
  return (
    <SpecimenSection title="Inputs">
      <div className="grid gap-6 sm:grid-cols-2">
        <Labeled label="Input, empty">
          {(id) => <Input id={id} placeholder="name@example.com" />}
        </Labeled>
        <Labeled label="Input, filled">
          {(id) => <Input id={id} defaultValue="ada@example.com" />}
        </Labeled>
        <Labeled label="Input, invalid">
          {(id) => <Input id={id} defaultValue="ada@" aria-invalid />}
        </Labeled>
        <Labeled label="Input, disabled">
          {(id) => <Input id={id} defaultValue="ada@example.com" disabled />}
        </Labeled>
        <Labeled label="Input, date">
          {(id) => <Input id={id} type="date" defaultValue="1990-12-31" />}
        </Labeled>
        <Labeled label="Password">
          {(id) => <PasswordInput id={id} defaultValue="a good password" autoComplete="off" />}
        </Labeled>
        <Labeled label="Select">{(id) => <NativeSelect id={id}>{options}</NativeSelect>}</Labeled>
        <Labeled label="Select, invalid">
          {(id) => (
            <NativeSelect id={id} aria-invalid>
              {options}
            </NativeSelect>
          )}
        </Labeled>
        <Labeled label="Select, disabled">
          {(id) => (
            <NativeSelect id={id} disabled>
              {options}
            </NativeSelect>
          )}
        </Labeled>
        <Labeled label="Currency">{(id) => <CurrencySelect id={id} />}</Labeled>
        <Labeled label="Amount">
          {(id) => <AmountInput id={id} currency="USD" defaultValue="12.50" />}
        </Labeled>
        <Labeled label="Amount, invalid">
          {(id) => <AmountInput id={id} currency="AED" defaultValue="twelve" aria-invalid />}
        </Labeled>
        <Labeled label="Text area">
          {(id) => <Textarea id={id} defaultValue={'Two\nlines'} />}
        </Labeled>
        <Labeled label="Text area, invalid">{(id) => <Textarea id={id} aria-invalid />}</Labeled>
      </div>
      <RadioCards
        aria-label="Card tier"
        className="sm:grid-cols-2"
        value={tier}
        onValueChange={setTier}
      >
        <RadioCard value="standard">Radio card, chosen at first</RadioCard>
        <RadioCard value="premium">Radio card</RadioCard>
        <RadioCard value="metal" disabled>
          Radio card, disabled
        </RadioCard>
      </RadioCards>
    </SpecimenSection>
  );
}
