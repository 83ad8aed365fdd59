import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export const MAIN_ID = 'main';

/** After a navigation, moves the focus to the heading of the new page, as a full load would. */
export function useRouteFocus(): void {
  const { pathname, hash } = useLocation();
  const shownPath = useRef(pathname);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    if (hash !== '') return;
    const main = document.getElementById(MAIN_ID);
    const heading = main?.querySelector<HTMLElement>('[data-route-heading]') ?? main;
    heading?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
