import { act, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordInput, type EarlyInput } from './replay-input.ts';

let root: HTMLElement;

function Page() {
  const [amount, setAmount] = useState('');
  const [method, setMethod] = useState('balance');
  return (
    <form>
      <output>{`${amount} by ${method}`}</output>
      <input name="amount" value={amount} onChange={({ target }) => setAmount(target.value)} />
      {['balance', 'card', 'bank'].map((value) => (
        <input
          key={value}
          type="radio"
          name="method"
          value={value}
          checked={method === value}
          onChange={() => setMethod(value)}
        />
      ))}
    </form>
  );
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = document.createElement('div');
  root.innerHTML = renderToString(<Page />);
  document.body.append(root);
});

afterEach(() => {
  root.remove();
});

const input = (selector: string): HTMLInputElement => {
  const found = root.querySelector<HTMLInputElement>(selector);
  if (found === null) throw new Error(`There is no ${selector}.`);
  return found;
};

/** What the app knows of the fields. */
const known = () => root.querySelector('output')?.textContent;

function type(value: string): void {
  // By the setter that React does not watch, as a person's typing.
  Reflect.set(HTMLInputElement.prototype, 'value', value, input('[name=amount]'));
  input('[name=amount]').dispatchEvent(new Event('input', { bubbles: true }));
}

const choose = (value: string) => input(`[value=${value}]`).click();

/** What was entered is remembered as the app does it: when it takes over the page. */
async function takeOver(): Promise<EarlyInput> {
  const early = recordInput(root);
  await act(async () => {
    hydrateRoot(root, <Page />);
    await Promise.resolve();
  });
  return early;
}

test('input from before hydration reaches the app', async () => {
  type('45.5');
  choose('card');
  const early = await takeOver();
  act(early.enter);
  expect(known()).toBe('45.5 by card');
  expect(input('[name=amount]').value).toBe('45.5');
});

test('replayed input does not overwrite later input', async () => {
  type('45.5');
  choose('card');
  const early = await takeOver();
  act(() => {
    type('0');
    choose('bank');
  });
  act(early.enter);
  expect(known()).toBe('0 by bank');
});

test('a field that was emptied since stays empty', async () => {
  type('45.5');
  const early = await takeOver();
  act(() => {
    type('7');
    type('');
  });
  act(early.enter);
  expect(known()).toBe(' by balance');
});

test('it is entered once', async () => {
  type('45.5');
  const early = await takeOver();
  act(early.enter);
  act(() => type('9'));
  act(early.enter);
  expect(known()).toBe('9 by balance');
});
