import type { SearchParams } from '../../lib/use-search-param-state.ts';
import { LINE_SOURCES, LINE_STATES } from './line-texts.ts';

export const SEARCH_MAX_LENGTH = 200;

/** The query parameters of the list of lines. An empty text is no filter. */
export const LINE_FILTER_NAMES = ['text', 'state', 'source', 'account', 'from', 'to'] as const;
export type LineFilter = Readonly<Record<(typeof LINE_FILTER_NAMES)[number], string>>;

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Reads a filter from query parameters. A value that is not valid is no filter. */
export function readLineFilter(read: (name: string) => string): LineFilter {
  const choice = (name: string, choices: readonly string[]) =>
    choices.includes(read(name)) ? read(name) : '';
  const day = (name: string) => (DAY.test(read(name)) ? read(name) : '');
  return {
    text: read('text').slice(0, SEARCH_MAX_LENGTH),
    state: choice('state', LINE_STATES),
    source: choice('source', LINE_SOURCES),
    account: read('account').slice(0, SEARCH_MAX_LENGTH),
    from: day('from'),
    to: day('to'),
  };
}

/** Removes every filter and the position in the list. */
export const NO_LINE_FILTER: SearchParams = Object.fromEntries(
  [...LINE_FILTER_NAMES, 'after'].map((name) => [name, '']),
);

/** The filter of `search_bank_lines` in the database. Dates of lines have no time zone. */
export function toLineQuery(filter: LineFilter): Record<string, string | string[]> {
  const { text, state, source, account, from, to } = filter;
  return {
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(state === '' ? {} : { state: [state] }),
    ...(source === '' ? {} : { source: [source] }),
    ...(account === '' ? {} : { account }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  };
}
