import { useForm } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { Form } from '../../components/ui/form.tsx';
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { m } from '../../paraglide/messages.js';
import type { NumberField } from './number-fields.ts';
import type { NumberOutput, NumberValues } from './numbers.schema.ts';

type StoredNumbers = Readonly<Partial<Record<string, number | null>>>;

interface NumbersCardProps {
  id: string;
  title: string;
  description: string;
  fields: readonly NumberField[];
  stored: StoredNumbers;
  isSaving: boolean;
  onSave: (numbers: NumberOutput) => void;
}

/** A section of the settings with numbers only. What is typed survives a change of another section. */
export function NumbersCard({
  id,
  title,
  description,
  fields,
  stored,
  isSaving,
  onSave,
}: NumbersCardProps) {
  const { resolver, submitByRules } = useFormRules<NumberValues, NumberOutput>(async () =>
    (await import('./numbers.schema.ts')).numbersSchema(fields),
  );
  const form = useForm<NumberValues, unknown, NumberOutput>({
    resolver,
    values: Object.fromEntries(fields.map((field) => [field.name, textOf(stored, field)])),
    resetOptions: { keepDirtyValues: true },
  });
  return (
    <Card id={id} className="scroll-mt-20">
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <CardDescription>{description}</CardDescription>
      </CardHeader>
      <CardContent>
        <Form {...form}>
          <form
            noValidate
            aria-label={title}
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              void submitByRules(form.handleSubmit(onSave));
            }}
          >
            <div className="grid gap-5 sm:grid-cols-2">
              {fields.map(({ name, label, isOptional = false, places = 0 }) => (
                <TextField
                  key={name}
                  control={form.control}
                  name={name}
                  label={label}
                  optional={isOptional}
                  inputMode={places === 0 ? 'numeric' : 'decimal'}
                  autoComplete="off"
                  className="justify-end"
                />
              ))}
            </div>
            <Button type="submit" className="self-start" busy={isSaving}>
              {isSaving ? m.common_saving() : m.common_save_changes()}
            </Button>
          </form>
        </Form>
      </CardContent>
    </Card>
  );
}

/** A number as it is typed: 1250.50, but 1250 without decimals. */
function textOf(stored: StoredNumbers, { name, places = 0 }: NumberField): string {
  const number = stored[name] ?? null;
  if (number === null) return '';
  return Number.isInteger(number) ? String(number) : number.toFixed(places);
}
