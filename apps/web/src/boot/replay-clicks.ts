const APP_LISTENS = 'beaconpay:app-listens';
const PRESS_EVENTS = ['pointerdown', 'mousedown', 'click'] as const;

/**
 * Records the last click on a button and prevents its default, until the app is interactive. Then it repeats
 * the click once. Without it, the browser would submit a form itself, with its fields in the URL.
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

/** Call this when the whole page is interactive. */
export function replayClicks(): void {
  window.dispatchEvent(new Event(APP_LISTENS));
}
