import { render, screen } from '@testing-library/react';
import { lazy, type ComponentType } from 'react';
import { expect, test, vi } from 'vitest';
import { LazyDialog } from './lazy-dialog.tsx';

function laterWindow() {
  const load = vi.fn<() => Promise<{ default: ComponentType }>>();
  const { promise, resolve, reject } = Promise.withResolvers<{ default: ComponentType }>();
  load.mockReturnValue(promise);
  const Window = lazy(load);
  const slot = (isOpen: boolean) => (
    <LazyDialog isOpen={isOpen}>
      <Window />
    </LazyDialog>
  );
  const come = () => resolve({ default: () => <p>The window</p> });
  return { load, slot, come, fail: () => reject(new Error('404')) };
}

test('A window is not fetched before it is wanted', () => {
  const { load, slot } = laterWindow();
  render(slot(false));
  expect(load).not.toHaveBeenCalled();
});

test('A dialog that loads is announced at once, until it is there', async () => {
  const { slot, come } = laterWindow();
  render(slot(true));
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  come();
  expect(await screen.findByText('The window')).toBeDefined();
  expect(screen.queryByRole('status')).toBeNull();
});

test('A window that was opened stays, so that it can close and keep its state', async () => {
  const { slot, come } = laterWindow();
  const { rerender } = render(slot(true));
  come();
  await screen.findByText('The window');
  rerender(slot(false));
  expect(screen.getByText('The window')).toBeDefined();
});

test('A dialog that does not load shows an error, and the page around it stays', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { slot, fail } = laterWindow();
  render(
    <>
      <button>Edit</button>
      {slot(true)}
    </>,
  );
  fail();
  expect((await screen.findByRole('alert')).textContent).toContain("didn't load");
  expect(screen.getByRole('button', { name: 'Edit' })).toBeDefined();
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});
