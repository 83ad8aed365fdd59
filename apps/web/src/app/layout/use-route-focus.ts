import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export const MAIN_ID = 'main';

/** After a navigation, focus goes to the new page's heading, as it would with a full load. */
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
