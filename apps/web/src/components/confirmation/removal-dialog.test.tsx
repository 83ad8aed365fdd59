import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { RemovalDialog } from './removal-dialog.tsx';

function Section() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <h2 ref={heading} tabIndex={-1}>
        Devices
      </h2>
      <RemovalDialog
        question="Remove It?"
        consequence="It is gone then."
        remove={() => Promise.resolve(true)}
        removedTitle="Removed"
        onRemoved={() => heading.current?.focus()}
      />
    </QueryClientProvider>
  );
}

test('the focus stays on the heading of the section after a removal closes the dialog', async () => {
  render(<Section />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('alertdialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Devices'));
});
