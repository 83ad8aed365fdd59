import { render, screen } from '@testing-library/react';
import { lazy, type ComponentType } from 'react';
import { expect, test, vi } from 'vitest';
import { LazyDialog } from './lazy-dialog.tsx';

function createPendingDialog() {
  const load = vi.fn<() => Promise<{ default: ComponentType }>>();
  const { promise, resolve, reject } = Promise.withResolvers<{ default: ComponentType }>();
  load.mockReturnValue(promise);
  const TestDialog = lazy(load);
  const slot = (isOpen: boolean) => (
    <LazyDialog isOpen={isOpen}>
      <TestDialog />
    </LazyDialog>
  );
  const finishLoad = () => resolve({ default: () => <p>The window</p> });
  return { load, slot, finishLoad, failLoad: () => reject(new Error('404')) };
}

test('A lazy-loaded dialog is not loaded before it is opened', () => {
  const { load, slot } = createPendingDialog();
  render(slot(false));
  expect(load).not.toHaveBeenCalled();
});

test('A lazy-loaded dialog shows a loading message until it has loaded', async () => {
  const { slot, finishLoad } = createPendingDialog();
  render(slot(true));
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  finishLoad();
  expect(await screen.findByText('The window')).toBeDefined();
  expect(screen.queryByRole('status')).toBeNull();
});

test('A dialog stays mounted after it was opened, so that it can close and keep its state', async () => {
  const { slot, finishLoad } = createPendingDialog();
  const { rerender } = render(slot(true));
  finishLoad();
  await screen.findByText('The window');
  rerender(slot(false));
  expect(screen.getByText('The window')).toBeDefined();
});

test('A dialog that fails to load shows an error and keeps the page around it', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { slot, failLoad } = createPendingDialog();
  render(
    <>
      <button>Edit</button>
      {slot(true)}
    </>,
  );
  failLoad();
  expect((await screen.findByRole('alert')).textContent).toContain("didn't load");
  expect(screen.getByRole('button', { name: 'Edit' })).toBeDefined();
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});
