const APP_LISTENS = 'beaconpay:app-listens';
const PRESS_EVENTS = ['pointerdown', 'mousedown', 'click'] as const;

/**
 * Records the last click on a button or a language link and prevents its default, until the app is
 * interactive. Then it repeats the click once. Without it, the browser would submit a form itself, with its
 * fields in the URL, and a chosen language would not be stored.
 */
export function recordClicks(): void {
  let pressed: HTMLElement | null = null;

  function hold(event: MouseEvent) {
    const { target } = event;
    const control =
      target instanceof Element ? target.closest<HTMLElement>('button, a[hreflang]') : null;
    if (control === null) return;
    // A link that the visitor opens in another tab or window is left to the browser.
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (opensElsewhere && control instanceof HTMLAnchorElement) return;
    event.stopImmediatePropagation();
    if (event.type !== 'click') return;
    event.preventDefault();
    pressed = control;
  }

  function letGo() {
    for (const type of PRESS_EVENTS) window.removeEventListener(type, hold, true);
    if (pressed?.isConnected !== true) return;
    pressed.click();
  }

  for (const type of PRESS_EVENTS) window.addEventListener(type, hold, true);
  window.addEventListener(APP_LISTENS, letGo, { once: true });
}

/** Call this when the whole page is interactive. */
export function replayClicks(): void {
  window.dispatchEvent(new Event(APP_LISTENS));
}
