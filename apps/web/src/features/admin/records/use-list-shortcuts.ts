import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { useShortcuts } from './use-shortcuts.ts';

/** The id of the search field, and the hash of links that open the list with the focus in it. */
export const SEARCH_FIELD_ID = 'record-search';

function focusSearch(): void {
  const field = document.getElementById(SEARCH_FIELD_ID);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/** Moves the focus to the link of the next row, or of the first row if no row has the focus. Enter opens it. */
function moveFocus(list: HTMLElement | null, step: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('td a') ?? [])];
  const focused = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  const next = focused === -1 ? 0 : Math.min(Math.max(focused + step, 0), links.length - 1);
  links[next]?.focus();
}

/** The keys of the list of records. */
export function useListShortcuts(list: RefObject<HTMLElement | null>, onHelp: () => void): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${SEARCH_FIELD_ID}`) focusSearch();
  }, [hash]);
  useShortcuts({
    j: () => moveFocus(list.current, 1),
    k: () => moveFocus(list.current, -1),
    '/': focusSearch,
    '?': onHelp,
  });
}
