import { Moon, Sun } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { useTheme } from '../../boot/theme.ts';
import { m } from '../../paraglide/messages.js';

/** Switches between light and dark. */
export function ThemeToggle() {
  const { theme, toggleTheme } = useTheme();
  const isDark = theme === 'dark';
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={m.app_dark_mode()}
      aria-pressed={isDark}
      onClick={toggleTheme}
    >
      {isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </Button>
  );
}
