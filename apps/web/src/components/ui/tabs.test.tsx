import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Tabs, TabsContent, TabsList, TabsTrigger } from './tabs.tsx';

function renderTabs() {
  render(
    <Tabs value="one">
      <TabsList aria-label="Numbers">
        <TabsTrigger value="one">One</TabsTrigger>
        <TabsTrigger value="two">Two</TabsTrigger>
        <TabsTrigger value="three">Three</TabsTrigger>
      </TabsList>
      <TabsContent value="one">
        <p>The first</p>
      </TabsContent>
      <TabsContent value="two" forceMount>
        <input aria-label="Second" />
      </TabsContent>
      <TabsContent value="three">
        <p>The third</p>
      </TabsContent>
    </Tabs>,
  );
}

const selectedTab = () => screen.getByRole('tab', { selected: true });

test('a list of tabs has one selected tab and shows only its panel, with its name', async () => {
  renderTabs();
  expect(selectedTab().textContent).toBe('One');
  await userEvent.click(screen.getByRole('tab', { name: 'Three' }));
  expect(selectedTab().textContent).toBe('Three');
  expect(screen.queryByText('The first')).toBeNull();
  expect(screen.getByRole('tabpanel', { name: 'Three' }).textContent).toBe('The third');
});

test('a list of tabs is one tab stop, and arrow keys, Home and End move between the tabs', async () => {
  renderTabs();
  await userEvent.tab();
  expect(document.activeElement).toBe(selectedTab());
  for (const [key, name] of [
    ['{ArrowRight}', 'Two'],
    ['{ArrowLeft}', 'One'],
    ['{ArrowLeft}', 'Three'],
    ['{ArrowRight}', 'One'],
    ['{End}', 'Three'],
    ['{Home}', 'One'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(selectedTab().textContent).toBe(name);
    expect(document.activeElement).toBe(selectedTab());
  }
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('role')).toBe('tabpanel');
});

test('the left arrow key selects the next tab in a right-to-left page', async () => {
  renderTabs();
  screen.getByRole('tablist').style.direction = 'rtl';
  await userEvent.tab();
  for (const [key, name] of [
    ['{ArrowLeft}', 'Two'],
    ['{ArrowRight}', 'One'],
    ['{ArrowRight}', 'Three'],
    ['{Home}', 'One'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(selectedTab().textContent).toBe(name);
  }
});

test('a panel that stays mounted keeps its input when another tab is selected', async () => {
  renderTabs();
  await userEvent.click(screen.getByRole('tab', { name: 'Two' }));
  await userEvent.type(screen.getByLabelText('Second'), 'half');
  await userEvent.click(screen.getByRole('tab', { name: 'One' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Two' }));
  expect(screen.getByLabelText<HTMLInputElement>('Second').value).toBe('half');
});

test('a selected tab is shown before the parent updates the value, and a later value of the parent wins', async () => {
  const tabs = (value: string) => (
    <Tabs value={value}>
      <TabsList aria-label="Numbers">
        <TabsTrigger value="one">One</TabsTrigger>
        <TabsTrigger value="two">Two</TabsTrigger>
      </TabsList>
      <TabsContent value="one">The first</TabsContent>
      <TabsContent value="two">The second</TabsContent>
    </Tabs>
  );
  const { rerender } = render(tabs('one'));
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByText('The second')).toBeDefined();
  expect(screen.queryByText('The first')).toBeNull();
  rerender(tabs('two'));
  rerender(tabs('one'));
  expect(selectedTab().textContent).toBe('One');
});

test('Back shows the tab of the parent, even if the parent has not rendered the selected tab yet', async () => {
  renderTabs();
  await userEvent.click(screen.getByRole('tab', { name: 'Three' }));
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  expect(selectedTab().textContent).toBe('One');
});
