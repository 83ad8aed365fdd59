import { useEffect } from 'react';
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { useHasMounted } from './use-has-mounted.ts';

/** Query parameters by name. Empty ones are removed. */
export type SearchParams = Readonly<Record<string, string>>;

export interface SearchParamState {
  /** The value of a parameter. Empty if it is missing. */
  read: (name: string) => string;
  /**
   * Changes some parameters and keeps the rest. Each change adds a history entry, unless it replaces the
   * current.
   */
  write: (parts: SearchParams, options?: { replace?: boolean }) => void;
}

/**
 * State of a screen in the query of the URL: it survives a reload, Back reverts it, and it can be shared.
 * The library nuqs does the same in 6.1 kB (gzip), more than the budget of the dashboards leaves.
 */
export function useSearchParamState(): SearchParamState {
  const [query, setQuery] = useSearchParams();
  // Prerendered HTML has no query, and hydration must match it.
  const hasMounted = useHasMounted();
  return {
    read: (name) => (hasMounted ? (query.get(name) ?? '') : ''),
    write(parts, { replace = false } = {}) {
      // The URL changes before the render. A click on a tab selects it twice.
      const next = new URLSearchParams(window.location.search);
      for (const [name, text] of Object.entries(parts)) {
        if (text === '') next.delete(name);
        else next.set(name, text);
      }
      if (next.toString() === new URLSearchParams(window.location.search).toString()) return;
      setQuery(next, { replace, preventScrollReset: true });
    },
  };
}

/** One of a few options, such as the open tab. The first option is the default without a parameter. */
export function useSearchParamChoice<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: string) => void] {
  const { read, write } = useSearchParamState();
  const [first] = choices;
  const chosen = choices.find((choice) => choice === read(name)) ?? first;
  return [chosen, (choice) => write({ [name]: choice === first ? '' : choice })];
}

/** A choice that is also a value of a form, such as the open tab. Another choice clears the errors of the form. */
export function useSearchParamField<
  Values extends FieldValues,
  Field extends FieldPath<Values>,
  Choice extends PathValue<Values, Field> & string,
>(
  { setValue, clearErrors }: Pick<UseFormReturn<Values>, 'setValue' | 'clearErrors'>,
  field: Field,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: string) => void] {
  const [chosen, choose] = useSearchParamChoice(name, choices);
  // An effect and not `choose` updates the form, because Back changes the choice, too.
  useEffect(() => {
    setValue(field, chosen);
    clearErrors();
  }, [setValue, clearErrors, field, chosen]);
  return [chosen, choose];
}

/** The page of a list, starting at 1. */
export function useSearchParamPage(
  name: string,
): [number, (page: number, options?: { replace?: boolean }) => void] {
  const { read, write } = useSearchParamState();
  const page = /^[1-9]\d{0,6}$/.test(read(name)) ? Number(read(name)) : 1;
  return [page, (next, options) => write({ [name]: next === 1 ? '' : String(next) }, options)];
}
