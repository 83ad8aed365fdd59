interface DashboardStart {
  /** The page's heading, without anything about the person. */
  title: string;
  description: string;
  /** Whether visitors see a page here; else they are led home. */
  hasVisitorPage: boolean;
}

/**
 * The pages behind a session. Their HTML holds what visitors see and, for a browser with a session,
 * the start of the dashboard: brand, title and skeletons.
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

/** Undefined for every path that is no dashboard. */
export function dashboardAt(path: string): DashboardStart | undefined {
  return DASHBOARDS[path.replace(/\/+$/, '')];
}
