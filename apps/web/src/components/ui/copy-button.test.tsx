import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CopyButton } from './copy-button.tsx';

test('copying is announced beside the button, whose name stays', async () => {
  userEvent.setup();
  render(<CopyButton value="WIRE-1" label="reference" />);
  const button = screen.getByRole('button', { name: 'Copy reference' });
  expect(button.querySelector('[role=status], [aria-live]')).toBeNull();
  await userEvent.click(button);
  expect((await screen.findByRole('status')).textContent).toBe('Copied');
  expect(screen.getByRole('button', { name: 'Copy reference' })).toBe(button);
  expect(await navigator.clipboard.readText()).toBe('WIRE-1');
});
