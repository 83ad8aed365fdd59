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

/** Presses beside the window, once it listens for that. */
async function pressBeside(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  const overlay = document.querySelector('[data-slot=dialog-overlay]');
  if (overlay === null) throw new Error('There is no window.');
  fireEvent.pointerDown(overlay);
  fireEvent.click(overlay);
}

test('a press beside a window closes it', async () => {
  const onClose = renderDialog();
  await pressBeside();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a click outside keeps what was typed, and Escape and Close close the dialog', async () => {
  const onClose = renderDialog();
  await userEvent.type(screen.getByLabelText('City'), 'Rome');
  await pressBeside();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Rome');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});
