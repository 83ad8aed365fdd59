export type Theme = 'light' | 'dark';

export const THEME_STORAGE_KEY = 'beaconpay-theme';

/** The browser's own frame has the color of the page's background (--background in styles/tokens.css). */
const FRAME_COLORS: Record<Theme, string> = { light: '#f6f8fb', dark: '#071224' };

/** Light, unless the visitor chose dark. */
export function readStoredTheme(): Theme {
  try {
    return localStorage.getItem(THEME_STORAGE_KEY) === 'dark' ? 'dark' : 'light';
  } catch {
    // Storage can be forbidden.
    return 'light';
  }
}

export function showTheme(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', FRAME_COLORS[theme]);
}
