import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

function renderDialog() {
  const onClose = vi.fn();
  render(
    <Dialog title="Edit" description="All of it." onClose={onClose}>
      <input aria-label="City" />
    </Dialog>,
  );
  return onClose;
}

/** Clicks outside the dialog. The dialog registers its listener after a timeout. */
async function clickOutside(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  const overlay = document.querySelector('[data-slot=dialog-overlay]');
  if (overlay === null) throw new Error('There is no dialog overlay.');
  fireEvent.pointerDown(overlay);
  fireEvent.click(overlay);
}

test('a click outside a dialog closes it', async () => {
  const onClose = renderDialog();
  await clickOutside();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a dialog with typed text ignores a click outside, and Escape and Close close it', async () => {
  const onClose = renderDialog();
  await userEvent.type(screen.getByLabelText('City'), 'Rome');
  await clickOutside();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Rome');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});
