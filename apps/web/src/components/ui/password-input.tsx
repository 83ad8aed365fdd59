import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';
import { Input } from './input.tsx';
import { m } from '../../paraglide/messages.js';

/** A password input with a button that shows or hides the password. */
export function PasswordInput({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input type={isShown ? 'text' : 'password'} className={cn('pe-12', className)} {...props} />
      <button
        type="button"
        aria-label={isShown ? m.ui_hide_password() : m.ui_show_password()}
        aria-controls={props.id}
        className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-e-md text-muted-foreground hover:text-foreground focus-visible:-outline-offset-2"
        onClick={() => setIsShown(!isShown)}
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </span>
  );
}
