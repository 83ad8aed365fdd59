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

/** The field values in the state of the app. */
const appState = () => root.querySelector('output')?.textContent;

function type(value: string): void {
  // Uses the native setter, which React does not track, as typing does.
  Reflect.set(HTMLInputElement.prototype, 'value', value, input('[name=amount]'));
  input('[name=amount]').dispatchEvent(new Event('input', { bubbles: true }));
}

const selectMethod = (value: string) => input(`[value=${value}]`).click();

/** Records the early input before hydration, as the app does. */
async function hydrate(): Promise<EarlyInput> {
  const earlyInput = recordInput(root);
  await act(async () => {
    hydrateRoot(root, <Page />);
    await Promise.resolve();
  });
  return earlyInput;
}

test('input from before hydration is replayed in the app', async () => {
  type('45.5');
  selectMethod('card');
  const earlyInput = await hydrate();
  act(earlyInput.enter);
  expect(appState()).toBe('45.5 by card');
  expect(input('[name=amount]').value).toBe('45.5');
});

test('replayed input does not overwrite later input', async () => {
  type('45.5');
  selectMethod('card');
  const earlyInput = await hydrate();
  act(() => {
    type('0');
    selectMethod('bank');
  });
  act(earlyInput.enter);
  expect(appState()).toBe('0 by bank');
});

test('a field that was cleared after hydration stays empty', async () => {
  type('45.5');
  const earlyInput = await hydrate();
  act(() => {
    type('7');
    type('');
  });
  act(earlyInput.enter);
  expect(appState()).toBe(' by balance');
});

test('input from before hydration is replayed only once', async () => {
  type('45.5');
  const earlyInput = await hydrate();
  act(earlyInput.enter);
  act(() => type('9'));
  act(earlyInput.enter);
  expect(appState()).toBe('9 by balance');
});
