import { afterEach, expect, test } from 'vitest';
import { recordClicks, replayClicks } from './replay-clicks.ts';

let clicks: MouseEvent[] = [];
const onClick = (event: MouseEvent) => {
  clicks.push(event);
  // jsdom does not navigate.
  event.preventDefault();
};

function show(html: string): HTMLElement {
  document.body.innerHTML = html;
  const control = document.querySelector<HTMLElement>('button, a');
  if (control === null) throw new Error('There is no control.');
  control.addEventListener('click', onClick);
  return control;
}

const press = (control: HTMLElement, keys: MouseEventInit = {}) =>
  control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));

afterEach(() => {
  replayClicks();
  clicks = [];
});

test.each([
  ['a button', '<button>Pay</button>', {}],
  ['a button with Ctrl', '<button>Pay</button>', { ctrlKey: true }],
  ['a language link', '<a hreflang="de" href="/de">Deutsch</a>', {}],
])('A click on %s is repeated once when the app is interactive', (_, html, keys) => {
  recordClicks();
  const control = show(html);
  expect(press(control, keys)).toBe(false);
  expect(clicks).toHaveLength(0);
  replayClicks();
  expect(clicks).toHaveLength(1);
});

test.each([
  ['a language link with Ctrl', '<a hreflang="de" href="/de">Deutsch</a>', { ctrlKey: true }],
  ['a language link with Shift', '<a hreflang="de" href="/de">Deutsch</a>', { shiftKey: true }],
  ['a language link with Cmd', '<a hreflang="de" href="/de">Deutsch</a>', { metaKey: true }],
  ['another link', '<a href="/cards">Cards</a>', {}],
])('A click on %s is left to the browser', (_, html, keys) => {
  recordClicks();
  press(show(html), keys);
  expect(clicks).toHaveLength(1);
  replayClicks();
  expect(clicks).toHaveLength(1);
});
