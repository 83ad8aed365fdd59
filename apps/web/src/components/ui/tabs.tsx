import {
  createContext,
  use,
  useEffect,
  useId,
  useState,
  type ComponentProps,
  type KeyboardEvent,
} from 'react';
import { cn } from '../../lib/class-names.ts';

interface TabsWiring {
  value: string;
  choose: (value: string) => void;
  idOf: (part: 'tab' | 'panel', value: string) => string;
}

const TabsContext = createContext<TabsWiring | null>(null);

function useTabs(): TabsWiring {
  const wiring = use(TabsContext);
  if (wiring === null) throw new Error('The parts of tabs belong inside Tabs.');
  return wiring;
}

interface TabsProps extends ComponentProps<'div'> {
  /** The selected tab in the owner's state. Each change is applied. */
  value: string;
  onValueChange?: (value: string) => void;
}

/** Tabs. Use `forceMount` for a panel with a form that must keep its values. */
export function Tabs({ className, value: ownedValue, onValueChange, ...props }: TabsProps) {
  const id = useId();
  // Shown at once, because the URL changes later. Otherwise the Tab key would move into the panel that
  // disappears.
  const [value, setValue] = useState(ownedValue);
  const [lastOwnedValue, setLastOwnedValue] = useState<string | null>(ownedValue);
  if (ownedValue !== lastOwnedValue) {
    setLastOwnedValue(ownedValue);
    setValue(ownedValue);
  }

  // A quick Back can revert the owner's value before the owner has rendered the chosen one.
  useEffect(() => {
    const takeOwnedValue = () => setLastOwnedValue(null);
    window.addEventListener('popstate', takeOwnedValue);
    return () => window.removeEventListener('popstate', takeOwnedValue);
  }, []);

  function choose(next: string) {
    setValue(next);
    if (next !== value) onValueChange?.(next);
  }

  return (
    <TabsContext value={{ value, choose, idOf: (part, of) => `${id}-${part}-${of}` }}>
      <div
        data-slot="tabs"
        className={cn('flex min-w-0 flex-col base:gap-6', className)}
        {...props}
      />
    </TabsContext>
  );
}

export function TabsList({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      role="tablist"
      data-slot="tabs-list"
      className={cn(
        'inline-flex base:w-full max-w-full gap-1 overflow-x-auto rounded-lg bg-secondary p-1 sm:base:w-fit',
        className,
      )}
      {...props}
    />
  );
}

interface TabsPartProps {
  value: string;
}

export function TabsTrigger({
  className,
  value,
  ...props
}: Omit<ComponentProps<'button'>, 'value'> & TabsPartProps) {
  const tabs = useTabs();
  const isChosen = tabs.value === value;
  return (
    <button
      type="button"
      role="tab"
      id={tabs.idOf('tab', value)}
      aria-selected={isChosen}
      aria-controls={tabs.idOf('panel', value)}
      // The tabs are one stop of the Tab key. The arrow keys move between them.
      tabIndex={isChosen ? 0 : -1}
      data-slot="tabs-trigger"
      data-state={isChosen ? 'active' : 'inactive'}
      className={cn(
        'inline-flex h-11 base:flex-1 items-center justify-center gap-2 rounded-md base:px-4 base:text-[0.9375rem] font-semibold whitespace-nowrap text-muted-foreground sm:h-10 sm:base:flex-none',
        'transition-colors hover:text-foreground focus-visible:outline-offset-0 disabled:pointer-events-none disabled:opacity-55',
        'data-[state=active]:bg-card data-[state=active]:text-foreground data-[state=active]:shadow-sm',
        '[&_svg]:size-4.5 [&_svg]:shrink-0',
        className,
      )}
      onClick={() => tabs.choose(value)}
      onKeyDown={chooseByKey}
      {...props}
    />
  );
}

export function TabsContent({
  className,
  value,
  forceMount = false,
  children,
  ...props
}: ComponentProps<'div'> & TabsPartProps & { forceMount?: boolean }) {
  const tabs = useTabs();
  const isChosen = tabs.value === value;
  return (
    <div
      role="tabpanel"
      id={tabs.idOf('panel', value)}
      aria-labelledby={tabs.idOf('tab', value)}
      // Lets the keyboard focus a panel without controls.
      tabIndex={0}
      data-slot="tabs-content"
      data-state={isChosen ? 'active' : 'inactive'}
      className={cn('min-w-0 rounded-lg data-[state=inactive]:hidden', className)}
      {...props}
    >
      {(isChosen || forceMount) && children}
    </div>
  );
}

const STEPS: Partial<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** In a right-to-left page the next tab is on the left. */
const MIRRORED: Partial<Record<string, string>> = {
  ArrowRight: 'ArrowLeft',
  ArrowLeft: 'ArrowRight',
};

function chooseByKey(event: KeyboardEvent<HTMLButtonElement>): void {
  const list = event.currentTarget.closest('[role="tablist"]');
  if (list === null) return;
  const isRightToLeft = getComputedStyle(list).direction === 'rtl';
  const step = STEPS[(isRightToLeft ? MIRRORED[event.key] : undefined) ?? event.key];
  if (step === undefined) return;
  const tabs = [...list.querySelectorAll<HTMLButtonElement>('[role="tab"]:not(:disabled)')];
  const next = tabs[step(tabs.indexOf(event.currentTarget), tabs.length)];
  event.preventDefault();
  next?.focus();
  next?.click();
}
