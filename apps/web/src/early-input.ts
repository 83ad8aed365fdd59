/** What public/boot.js has kept since the page appeared. */
interface EarlyInput {
  /** The last button pressed. */
  press: HTMLElement | null;
  /** What was typed (text) or ticked (boolean), by field. */
  fields: Map<EventTarget, string | boolean>;
  /** True once presses are the app's own to answer. */
  isAppListening: boolean;
  /** Ends the keeping. */
  stop: () => void;
}

declare global {
  interface Window {
    beaconpayEarlyInput?: EarlyInput;
  }
}

/**
 * Leaves presses to React, which brings what was pressed to life at once and answers the press
 * itself; were it kept as well, a menu would open and close again. Call it just before React
 * takes the page over. A press on what cannot come alive yet is still kept.
 */
export function leavePressesToApp(): void {
  const early = window.beaconpayEarlyInput;
  if (early === undefined) return;
  early.isAppListening = true;
  window.addEventListener('click', keepUnansweredPress);
}

function keepUnansweredPress(event: MouseEvent): void {
  const early = window.beaconpayEarlyInput;
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (early === undefined || button === null || isAwake(button)) return;
  event.preventDefault();
  early.press = button;
}

/**
 * Lets the app see what people did on the page before it ran. Call it once the app listens, and
 * not while React is at work: parts of the page may still have to come alive for it.
 */
export function replayEarlyInput(): void {
  const early = window.beaconpayEarlyInput;
  if (early === undefined) return;
  delete window.beaconpayEarlyInput;
  early.stop();
  window.removeEventListener('click', keepUnansweredPress);
  document.addEventListener('input', awakenForInput, true);
  for (const [field, value] of early.fields) replayField(field, value);
  if (early.press?.isConnected) replayPress(early.press);
}

/**
 * Parts of the page may sleep a little longer. Coming alive in the middle of an input they would
 * miss it, and a select would lose what was chosen; so they come alive first and then hear of it.
 */
function awakenForInput(event: Event): void {
  const field = event.target;
  if (field === null || isAwake(field)) return;
  const isTick = field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type);
  const value = isTick ? field.checked : (field as Partial<HTMLInputElement>).value;
  awaken(field);
  if (value === undefined || !isAwake(field)) return;
  event.stopImmediatePropagation();
  replayField(field, value);
}

/** React marks every element it has taken over. */
function isAwake(element: EventTarget): boolean {
  return Object.keys(element).some((key) => key.startsWith('__reactProps$'));
}

/** Drops what was kept: the page it was done on is gone. */
export function dropEarlyInput(): void {
  window.beaconpayEarlyInput?.stop();
  delete window.beaconpayEarlyInput;
}

/** React brings a sleeping part of the page to life at once for an event like this one. */
function awaken(element: EventTarget): void {
  element.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
}

/**
 * React compares a field with what it last knew, so the field first goes back to before the
 * change by the setter React watches, and then forth by the one it does not.
 */
function replayField(field: EventTarget, value: string | boolean): void {
  awaken(field);
  if (field instanceof HTMLInputElement && typeof value === 'boolean') {
    field.checked = !value;
    field.click();
  } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    field.value = '';
    const prototype = Object.getPrototypeOf(field) as object;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  } else if (field instanceof HTMLSelectElement) {
    field.value = String(value);
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

function replayPress(button: HTMLElement): void {
  // Tabs listen to the press itself rather than to the click.
  button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  button.dispatchEvent(new MouseEvent('mouseup', { bubbles: true, cancelable: true }));
  button.click();
}
