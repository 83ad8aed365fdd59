import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { leavePressesToApp, replayEarlyInput } from './early-input.ts';

const bootScript = readFileSync(join(import.meta.dirname, '../public/boot.js'), 'utf8');

afterEach(() => {
  document.body.innerHTML = '';
});

test('a press made before the app ran is made again, once', () => {
  document.body.innerHTML = '<button type="button">Log In</button>';
  const button = document.querySelector('button');
  if (button === null) throw new Error('There is no button.');
  const onClick = vi.fn();
  const stop = vi.fn();
  window.beaconpayEarlyInput = { press: button, fields: new Map(), isAppListening: false, stop };
  button.addEventListener('click', onClick);
  replayEarlyInput();
  replayEarlyInput();
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(stop).toHaveBeenCalledTimes(1);
});

test('what was typed before the app ran is told to it and stays', () => {
  document.body.innerHTML = '<input />';
  const field = document.querySelector('input');
  if (field === null) throw new Error('There is no field.');
  const heard: string[] = [];
  field.addEventListener('input', () => heard.push(field.value));
  window.beaconpayEarlyInput = {
    press: null,
    fields: new Map([[field, 'early words']]),
    isAppListening: false,
    stop: () => undefined,
  };
  replayEarlyInput();
  expect(heard).toEqual(['early words']);
  expect(field.value).toBe('early words');
});

test('a press while React takes the page over is answered once', () => {
  const onClick = vi.fn();
  const menu = createElement('button', { type: 'button', onClick }, 'Open menu');
  document.body.innerHTML = `<div id="root">${renderToString(menu)}</div>`;
  const root = document.getElementById('root');
  if (root === null) throw new Error('There is no root.');
  runBootScript();

  leavePressesToApp();
  startTransition(() => {
    hydrateRoot(root, menu);
  });
  root.querySelector('button')?.click();
  replayEarlyInput();
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('a press on what cannot come alive yet is kept until it can', () => {
  document.body.innerHTML = '<button type="button">Send</button>';
  const button = document.querySelector('button');
  if (button === null) throw new Error('There is no button.');
  const press = new MouseEvent('click', { bubbles: true, cancelable: true });
  runBootScript();

  leavePressesToApp();
  button.dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);
  expect(window.beaconpayEarlyInput?.press).toBe(button);
  replayEarlyInput();
});

/** As the page itself does, with an entry that is never fetched. */
function runBootScript(): void {
  const script = document.createElement('script');
  script.dataset.entry = '/entry.js';
  script.dataset.preloads = '';
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the page's own script, which is no module
  new Function(bootScript)();
}
