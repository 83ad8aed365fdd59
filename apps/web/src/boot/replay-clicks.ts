const APP_LISTENS = 'beaconpay:app-listens';
const PRESS_EVENTS = ['pointerdown', 'mousedown', 'click'] as const;

/**
 * Keeps the last press on a button from everybody else until the app listens, and makes it again
 * then: it is answered exactly once. Holding it back also keeps a form from being sent the
 * browser's own way, with its fields in the address.
 */
export function recordClicks(): void {
  let pressed: HTMLElement | null = null;

  function hold(event: Event) {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button === null) return;
    event.stopImmediatePropagation();
    if (event.type !== 'click') return;
    event.preventDefault();
    pressed = button;
  }

  function letGo() {
    for (const type of PRESS_EVENTS) window.removeEventListener(type, hold, true);
    if (pressed?.isConnected !== true) return;
    pressed.click();
  }

  for (const type of PRESS_EVENTS) window.addEventListener(type, hold, true);
  window.addEventListener(APP_LISTENS, letGo, { once: true });
}

/** To be called once the whole page listens. */
export function replayClicks(): void {
  window.dispatchEvent(new Event(APP_LISTENS));
}
