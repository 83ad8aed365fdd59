import { useNavigation } from 'react-router';
import { m } from '../../paraglide/messages.js';

/** A thin animated line while the next page loads. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div
      role="progressbar"
      aria-label={m.app_loading_page()}
      className="fixed inset-x-0 top-0 z-50 h-[3px]"
    >
      <div className="h-full w-2/3 origin-left rtl:origin-right animate-shimmer rounded-e-full bg-primary" />
    </div>
  );
}
