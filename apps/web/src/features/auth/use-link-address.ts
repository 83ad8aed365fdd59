import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { withoutLinkParts } from './email-link.ts';

/** The address that a link or a provider led to, and a way to take out of it what they left there. */
export function useLinkAddress() {
  const { pathname, hash } = useLocation();
  const [query] = useSearchParams();
  const navigate = useNavigate();

  function clearAddress() {
    const search = withoutLinkParts(query).toString();
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true });
  }

  return { query, hash, clearAddress };
}
