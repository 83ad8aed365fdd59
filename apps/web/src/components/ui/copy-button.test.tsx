import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CopyButton } from './copy-button.tsx';

test('a copy button announces the copy in a status element and keeps its name', async () => {
  userEvent.setup();
  render(<CopyButton value="WIRE-1" label="reference" />);
  const button = screen.getByRole('button', { name: 'Copy reference' });
  expect(button.querySelector('[role=status], [aria-live]')).toBeNull();
  await userEvent.click(button);
  expect((await screen.findByRole('status')).textContent).toBe('Copied');
  expect(screen.getByRole('button', { name: 'Copy reference' })).toBe(button);
  expect(await navigator.clipboard.readText()).toBe('WIRE-1');
});
