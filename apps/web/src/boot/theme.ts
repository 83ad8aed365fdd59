import { useSyncExternalStore } from 'react';
import { readStoredTheme, showTheme, THEME_STORAGE_KEY, type Theme } from './stored-theme.ts';

const listeners = new Set<() => void>();

/** The current theme and a function that changes it. Light, unless the visitor chose dark. */
export function useTheme() {
  const theme = useSyncExternalStore<Theme>(subscribe, currentTheme, () => 'light');
  return { theme, toggleTheme: () => chooseTheme(theme === 'dark' ? 'light' : 'dark') };
}

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

function chooseTheme(theme: Theme) {
  showTheme(theme);
  try {
    localStorage.setItem(THEME_STORAGE_KEY, theme);
  } catch {
    // If storage is forbidden or full, the choice is lost with the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  function followOtherTab(event: StorageEvent) {
    if (event.key !== THEME_STORAGE_KEY) return;
    showTheme(readStoredTheme());
    listener();
  }
  listeners.add(listener);
  window.addEventListener('storage', followOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', followOtherTab);
  };
}
