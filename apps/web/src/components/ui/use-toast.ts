import { toast } from './toast-store.ts';

/** The way components show toasts: `const { toast } = useToast()`. */
export function useToast() {
  return { toast };
}
