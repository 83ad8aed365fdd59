import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token of the link. It leaves the URL at once, so that no copied address, bookmark or screenshot has it. The
 * entry of the history keeps it for a reload.
 */
export function useLinkToken(): string {
  const navigate = useNavigate();
  const { pathname, search, ...location } = useLocation();
  const inUrl = new URLSearchParams(search).get('token') ?? '';
  const kept = (location.state as { token?: unknown } | null)?.token;

  useEffect(() => {
    if (inUrl !== '') void navigate(pathname, { replace: true, state: { token: inUrl } });
  }, [inUrl, navigate, pathname]);

  return inUrl !== '' ? inUrl : typeof kept === 'string' ? kept : '';
}
