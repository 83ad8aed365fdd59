import { encodeParameter, type EncodedParameter } from './parameters.ts';
import type { Row, Rows } from './rows.ts';

/** The text of a statement and its parameters. */
export interface SqlStatement {
  readonly text: string;
  readonly parameters: readonly EncodedParameter[];
  /** Sent with the simple protocol, which allows several statements and no parameters. */
  readonly isSimple: boolean;
  /** Cancels the statement in Postgres. */
  readonly signal?: AbortSignal;
}

/** Runs a statement. The result is decoded: rows, or a list of rows for several statements. */
export type RunStatement = (statement: SqlStatement) => Promise<unknown>;

/** Quoted names of tables or columns. `schema.table` is one name with two parts. */
export class Identifiers {
  readonly text: string;

  constructor(names: readonly string[]) {
    const quote = (name: string) => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`;
    this.text = names.map(quote).join(', ');
  }
}

/** The literal parts of a query and the values between them. */
export interface Template {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

function appendTemplate({ strings, values }: Template, parameters: EncodedParameter[]): string {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) {
    text += appendValue(value, parameters) + (strings[index + 1] ?? '');
  }
  return text;
}

function appendValue(value: unknown, parameters: EncodedParameter[]): string {
  if (value instanceof Query) return appendTemplate(value.template, parameters);
  if (value instanceof Identifiers) return value.text;
  parameters.push(encodeParameter(value));
  return `$${String(parameters.length)}`;
}

/**
 * A query that runs when it is first awaited. As a value in another query, it is a fragment of that query
 * and does not run.
 */
export class Query<T extends readonly unknown[] = Row[]> implements Promise<Rows<T>> {
  readonly [Symbol.toStringTag] = 'Query';
  readonly template: Template;
  readonly #run: RunStatement;
  readonly #abort = new AbortController();
  #isSimple: boolean;
  #result: Promise<Rows<T>> | null = null;

  constructor(template: Template, run: RunStatement, isSimple = false) {
    this.template = template;
    this.#run = run;
    this.#isSimple = isSimple;
  }

  compile(): SqlStatement {
    const parameters: EncodedParameter[] = [];
    const text = appendTemplate(this.template, parameters);
    return { text, parameters, isSimple: this.#isSimple, signal: this.#abort.signal };
  }

  /** Sends the query with the simple protocol, which allows several statements. */
  simple(): this {
    this.#isSimple = true;
    return this;
  }

  /** Runs the query without waiting for its result. */
  execute(): this {
    this.#start().catch(() => undefined);
    return this;
  }

  /** Cancels the statement. It then fails with SQLSTATE 57014, unless it has ended. */
  cancel(): void {
    this.#abort.abort();
  }

  then<A = Rows<T>, B = never>(
    onRows?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#start().then(onRows, onError);
  }

  catch<B = never>(
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<Rows<T> | B> {
    return this.#start().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Rows<T>> {
    return this.#start().finally(onEnd);
  }

  #start(): Promise<Rows<T>> {
    return (this.#result ??= this.#send());
  }

  async #send(): Promise<Rows<T>> {
    return (await this.#run(this.compile())) as Rows<T>;
  }
}
