import type { CallArguments } from '../plan/call-plan.ts';
import type { Slot } from '../request/query-types.ts';
import type { Parameter, Routine } from '../schema-cache/schema-cache.ts';
import { quoteIdentifier, quoteQualified } from '../sql-text.ts';
import type { Parameters } from './parameters.ts';
import type { ReturnedColumns } from './returned-columns.ts';

/** The column name for a function that returns plain values. */
export const SCALAR_COLUMN = 'scalar';

interface ArgumentList {
  readonly text: string;
  /** The row source of arguments that are columns. */
  readonly from: string;
}

function textValue(
  { type, variadic }: Parameter,
  slots: readonly Slot[],
  parameters: Parameters,
): string {
  // Unused values must not be parameters, because Postgres cannot infer their types.
  const used = variadic ? slots : slots.slice(-1);
  const values = used.map((slot) => parameters.slot(slot)).join(', ');
  return `${variadic ? `array[${values}]` : values}::${type}`;
}

function argumentList(
  routine: Routine,
  given: CallArguments,
  parameters: Parameters,
): ArgumentList {
  if (given.kind === 'none') return { text: '', from: '' };
  if (given.kind === 'body') {
    const type = routine.parameters[0]?.type ?? 'text';
    return { text: `${parameters.slot(given.slot)}::${type}`, from: '' };
  }
  const names = given.kind === 'json' ? given.names : [...given.slots.keys()];
  const chosen = routine.parameters.filter(({ name }) => names.includes(name));
  const write = (value: (parameter: Parameter) => string) =>
    chosen
      .map((parameter) => {
        const prefix = parameter.variadic ? 'variadic ' : '';
        const name = parameter.name === '' ? '' : `${quoteIdentifier(parameter.name)} => `;
        return `${prefix}${name}${value(parameter)}`;
      })
      .join(', ');
  if (given.kind === 'texts') {
    const { slots } = given;
    return {
      text: write((parameter) => textValue(parameter, slots.get(parameter.name) ?? [], parameters)),
      from: '',
    };
  }
  const columns = chosen.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(', ');
  if (columns === '') return { text: '', from: '' };
  return {
    text: write(({ name }) => `a.${quoteIdentifier(name)}`),
    from: `json_to_record(${parameters.slot(given.slot)}::json${given.isList ? '->0' : ''}) as a(${columns})`,
  };
}

/** The call as a common table expression. */
export function callSql(
  routine: Routine,
  given: CallArguments,
  returned: ReturnedColumns,
  parameters: Parameters,
): string {
  const { text, from } = argumentList(routine, given, parameters);
  const applied = `${quoteQualified(routine)}(${text})`;
  if (routine.returns === 'record') {
    // In a from clause, a record function needs a list of its columns.
    const value = `${applied} as ${quoteIdentifier(SCALAR_COLUMN)}`;
    return `select ${value}${from === '' ? '' : ` from ${from}`}`;
  }
  const call = `${from === '' ? '' : `${from}, lateral `}${applied}`;
  if (routine.returns === 'composite') return `select ${returned.list('t')} from ${call} as t`;
  return `select t.${quoteIdentifier(SCALAR_COLUMN)} from ${call} as t(${quoteIdentifier(SCALAR_COLUMN)})`;
}
