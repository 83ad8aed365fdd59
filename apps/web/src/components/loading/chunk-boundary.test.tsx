import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { ChunkBoundary } from './chunk-boundary.tsx';

test('A chunk that failed to load is loaded again only when the network is back', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<{ default: ComponentType }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce({ default: () => <p>The part</p> });
  const Part = lazyComponent(load);
  render(
    <>
      <input aria-label="Name" />
      <ChunkBoundary fallback={<p>Not loaded</p>}>
        <Part />
      </ChunkBoundary>
    </>,
  );
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  for (const attempts of [1, 2]) {
    expect(await screen.findByText('Not loaded')).toBeDefined();
    expect(load).toHaveBeenCalledTimes(attempts);
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
  }
  expect(await screen.findByText('The part')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(3);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada');
  logged.mockRestore();
});
