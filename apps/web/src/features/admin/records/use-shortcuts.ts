import { useEffect, useRef } from 'react';

/** Actions by key, as `KeyboardEvent.key` names it. */
export type Shortcuts = Readonly<Partial<Record<string, () => void>>>;

const TYPING =
  'input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=alertdialog]';
const OPEN_DIALOG = ':is([role=dialog], [role=alertdialog])[data-state=open]';

/** The key, or its place on a Latin keyboard where the layout types another script, such as Arabic. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (key.length !== 1 || key <= '\u007f') return key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return code.startsWith('Key') ? code.slice('Key'.length).toLowerCase() : key;
}

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
      // The focus may still be outside of a dialog that opens.
      if (document.querySelector(OPEN_DIALOG) !== null) return;
      const action = latest.current[keyOf(event)];
      if (action === undefined) return;
      event.preventDefault();
      action();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
