import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

/** Read before the first paint by public/boot.js: keep the two in step. */
const STORAGE_KEY = 'beaconpay-theme';
const listeners = new Set<() => void>();

/** The theme in force and a way to change it; light unless chosen otherwise. */
export function useTheme() {
  const theme = useSyncExternalStore<Theme>(subscribe, currentTheme, () => 'light');
  return { theme, toggleTheme: () => applyTheme(theme === 'dark' ? 'light' : 'dark') };
}

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

function applyTheme(theme: Theme) {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage can be blocked: the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  function followOtherTab(event: StorageEvent) {
    if (event.key !== STORAGE_KEY) return;
    document.documentElement.classList.toggle('dark', event.newValue === 'dark');
    listener();
  }
  listeners.add(listener);
  window.addEventListener('storage', followOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', followOtherTab);
  };
}
