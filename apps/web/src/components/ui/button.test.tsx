import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

test('a busy button keeps the focus and ignores clicks', async () => {
  const onClick = vi.fn();
  render(
    <Button busy onClick={onClick}>
      Saving…
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Saving…' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(onClick).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
});

test('a busy submit button does not submit the form', async () => {
  const onSubmit = vi.fn();
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy>
        Saving…
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button'), { pointerEventsCheck: 0 });
  expect(onSubmit).not.toHaveBeenCalled();
});
