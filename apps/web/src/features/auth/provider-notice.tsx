import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useHasMounted } from '../../lib/use-has-mounted.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { useSession } from '../../session/session-context.ts';
import { providerProblemOf, withoutLinkParts, type ProviderProblem } from './email-link.ts';

const texts: Record<ProviderProblem, string> = {
  cancelled: 'You can try again, or use your email and password.',
  'unverified-email':
    'Your Google account has no verified email address. Verify it there first, or use your email and password.',
  'other-account':
    'There is an account with your email address already. Please log in with its password.',
  failed: 'Google could not be reached, or its answer came too late. Please try again.',
};

/** Says above the page why the way by Google signed nobody in. */
export function ProviderNotice() {
  const { user } = useSession();
  const { openLogIn } = useAuthDialogs();
  const { pathname, hash } = useLocation();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const hasMounted = useHasMounted();
  const problem = hasMounted && user === null ? providerProblemOf(query, hash) : null;
  if (problem === null) return null;

  function clearAddress() {
    const search = withoutLinkParts(query).toString();
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true });
  }

  return (
    <div className="page-container pt-6">
      <Alert variant="warning" role="alert">
        <AlertTitle>You were not signed in with Google.</AlertTitle>
        <AlertDescription>{texts[problem]}</AlertDescription>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button
            variant="outline"
            size="sm"
            aria-haspopup="dialog"
            onClick={() => {
              clearAddress();
              openLogIn();
            }}
          >
            Log In
          </Button>
          <Button variant="ghost" size="sm" onClick={clearAddress}>
            Dismiss
          </Button>
        </div>
      </Alert>
    </div>
  );
}
