import { afterEach, expect, test, vi } from 'vitest';
import { replayEarlyInput } from './early-input.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

test('a press made before the app ran is made again, once', () => {
  document.body.innerHTML = '<button type="button">Log In</button>';
  const button = document.querySelector('button');
  if (button === null) throw new Error('There is no button.');
  const onClick = vi.fn();
  const stop = vi.fn();
  window.beaconpayEarlyInput = { press: button, fields: new Map(), stop };
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
    stop: () => undefined,
  };
  replayEarlyInput();
  expect(heard).toEqual(['early words']);
  expect(field.value).toBe('early words');
});
