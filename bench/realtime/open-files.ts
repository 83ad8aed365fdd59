/** What else than sockets a process has open. */
const OTHERS = 500;

interface UserLimits {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } };
}

/** How many sockets one process may have (`ulimit -n`); Node itself raises the soft limit to the hard one. */
export function mostSockets(): number {
  const { userLimits } = process.report.getReport() as UserLimits;
  const limit = userLimits?.open_files?.soft;
  return typeof limit === 'number' ? limit - OTHERS : Number.POSITIVE_INFINITY;
}
