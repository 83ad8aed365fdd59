import { useSearchParams } from 'react-router';
import { useHasMounted } from './use-has-mounted.ts';

/** Parts of the address by name; an empty one is left out. */
export type SearchParams = Readonly<Record<string, string>>;

export interface SearchParamState {
  /** A part of the address; empty when it has none of that name. */
  read: (name: string) => string;
  /** Changes some parts and leaves the rest. Each change is a step of its own to go back from, unless it replaces. */
  write: (parts: SearchParams, options?: { replace?: boolean }) => void;
}

/** What a screen shows, kept in the query of its address: it survives a reload, goes back with the back button, and can be shared. */
export function useSearchParamState(): SearchParamState {
  const [query, setQuery] = useSearchParams();
  // A page rendered ahead of time knows of no query, and must be taken over as it is.
  const hasMounted = useHasMounted();
  return {
    read: (name) => (hasMounted ? (query.get(name) ?? '') : ''),
    write(parts, { replace = false } = {}) {
      // The address itself is ahead of what is rendered: a press on a tab chooses it twice over.
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

/** One of a few choices, the open tab say; the first is the one that an address without it means. */
export function useSearchParamChoice<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: string) => void] {
  const { read, write } = useSearchParamState();
  const [first] = choices;
  const chosen = choices.find((choice) => choice === read(name)) ?? first;
  return [chosen, (choice) => write({ [name]: choice === first ? '' : choice })];
}

/** The page of a list, counted from 1. */
export function useSearchParamPage(
  name: string,
): [number, (page: number, options?: { replace?: boolean }) => void] {
  const { read, write } = useSearchParamState();
  const page = /^[1-9]\d{0,6}$/.test(read(name)) ? Number(read(name)) : 1;
  return [page, (next, options) => write({ [name]: next === 1 ? '' : String(next) }, options)];
}
