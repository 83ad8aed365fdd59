import { useEffect, useRef } from 'react';

/** Actions by key, as `KeyboardEvent.key` names it. */
export type Shortcuts = Readonly<Partial<Record<string, () => void>>>;

const TYPING = 'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]';

/** Runs an action for a key without modifiers, unless the user types or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(TYPING) !== null) return;
      const action = latest.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
