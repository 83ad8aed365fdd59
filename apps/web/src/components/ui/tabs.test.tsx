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

const chosenTab = () => screen.getByRole('tab', { selected: true });

test('one tab is chosen, and only its panel is shown, under its name', async () => {
  renderTabs();
  expect(chosenTab().textContent).toBe('One');
  await userEvent.click(screen.getByRole('tab', { name: 'Three' }));
  expect(chosenTab().textContent).toBe('Three');
  expect(screen.queryByText('The first')).toBeNull();
  expect(screen.getByRole('tabpanel', { name: 'Three' }).textContent).toBe('The third');
});

test('arrows, Home and End go round the tabs, which are one stop of the Tab key', async () => {
  renderTabs();
  await userEvent.tab();
  expect(document.activeElement).toBe(chosenTab());
  for (const [key, name] of [
    ['{ArrowRight}', 'Two'],
    ['{ArrowLeft}', 'One'],
    ['{ArrowLeft}', 'Three'],
    ['{ArrowRight}', 'One'],
    ['{End}', 'Three'],
    ['{Home}', 'One'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(chosenTab().textContent).toBe(name);
    expect(document.activeElement).toBe(chosenTab());
  }
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('role')).toBe('tabpanel');
});

test('in a right-to-left page the left arrow chooses the next tab', async () => {
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
    expect(chosenTab().textContent).toBe(name);
  }
});

test('input in a panel that stays mounted survives the selection of another tab', async () => {
  renderTabs();
  await userEvent.click(screen.getByRole('tab', { name: 'Two' }));
  await userEvent.type(screen.getByLabelText('Second'), 'half');
  await userEvent.click(screen.getByRole('tab', { name: 'One' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Two' }));
  expect(screen.getByLabelText<HTMLInputElement>('Second').value).toBe('half');
});

test('a choice is shown before the owner of the value has followed, and its later word counts', async () => {
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
  expect(chosenTab().textContent).toBe('One');
});

test('Back shows the owner’s tab, also when the owner has not rendered the chosen one yet', async () => {
  renderTabs();
  await userEvent.click(screen.getByRole('tab', { name: 'Three' }));
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  expect(chosenTab().textContent).toBe('One');
});
