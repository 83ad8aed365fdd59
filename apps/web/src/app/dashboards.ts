interface DashboardStart {
  /** The heading of the page, without personal data. */
  title: string;
  description: string;
  /** Whether visitors see a page here. Otherwise they are redirected to the home page. */
  hasVisitorPage: boolean;
}

/**
 * The pages that require a session. Their HTML contains the page for visitors and, for a browser with a
 * session, the start of the dashboard: brand, title and skeletons.
 */
const DASHBOARDS: Readonly<Record<string, DashboardStart>> = {
  '/personal': {
    title: 'Welcome',
    description: 'Your profile, your password and your transactions in one place.',
    hasVisitorPage: true,
  },
  '/business': {
    title: 'Business Dashboard',
    description: 'Your company details and the tools to manage its money.',
    hasVisitorPage: true,
  },
  '/admin/panel': {
    title: 'Admin Panel',
    description: 'Accounts and payments awaiting verification.',
    hasVisitorPage: false,
  },
};

export const DASHBOARD_PATHS = Object.keys(DASHBOARDS);

/** Undefined for a path that is not a dashboard. */
export function dashboardAt(path: string): DashboardStart | undefined {
  return DASHBOARDS[path.replace(/\/+$/, '')];
}
