import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { Link, NavLink } from './link.tsx';

function renderAt(path: string, onClick?: (event: { preventDefault: () => void }) => void) {
  const links = (
    <>
      <Link to="/cards?tab=research" onClick={onClick}>
        Research
      </Link>
      <NavLink to="/cards" className={(isActive) => (isActive ? 'open' : 'closed')}>
        Cards
      </NavLink>
      <NavLink to="/card" className={(isActive) => (isActive ? 'open' : 'closed')}>
        Card
      </NavLink>
    </>
  );
  const router = createMemoryRouter([{ path: '*', element: links }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return router;
}

test('A link opens its page without reloading the app', async () => {
  const router = renderAt('/');
  const link = screen.getByRole('link', { name: 'Research' });
  expect(link.getAttribute('href')).toBe('/cards?tab=research');
  const wasLeftToTheBrowser = fireEvent.click(link);
  expect(wasLeftToTheBrowser).toBe(false);
  await expect.poll(() => router.state.location.search).toBe('?tab=research');
});

test('The browser handles a link that is opened in a new tab', () => {
  const router = renderAt('/');
  const leftToTheBrowser = vi.fn<(event: Event) => void>((event) => {
    expect(event.defaultPrevented).toBe(false);
    // Prevents the navigation of the test page.
    event.preventDefault();
  });
  window.addEventListener('click', leftToTheBrowser, { once: true });
  fireEvent.click(screen.getByRole('link', { name: 'Research' }), { ctrlKey: true });
  expect(leftToTheBrowser).toHaveBeenCalled();
  expect(router.state.location.pathname).toBe('/');
});

test('A link does not navigate if its click handler prevents the default action', () => {
  const router = renderAt('/', (event) => event.preventDefault());
  fireEvent.click(screen.getByRole('link', { name: 'Research' }));
  expect(router.state.location.pathname).toBe('/');
});

test.each(['/cards', '/CARDS', '/cards/one'])(
  'At %s only the link to the cards is marked as the current page',
  (path) => {
    renderAt(path);
    const current = screen.getAllByRole('link', { current: 'page' });
    expect(current.map(({ textContent }) => textContent)).toEqual(['Cards']);
    expect(current[0]?.className).toBe('open');
  },
);
