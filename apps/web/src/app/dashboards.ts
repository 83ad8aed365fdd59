import { m } from '../paraglide/messages.js';

interface DashboardStart {
  /** The heading of the page, without personal data. */
  title: string;
  description: string;
  /** Whether visitors see a page here. Otherwise they are redirected to the home page. */
  hasVisitorPage: boolean;
  /** Whether the page starts with the links of the back office. */
  isBackOffice?: boolean;
}

/**
 * The pages that require a session. Their HTML contains the page for visitors and, for a browser with a
 * session, the start of the dashboard: brand, title and skeletons.
 */
const DASHBOARDS: Readonly<Record<string, DashboardStart>> = {
  '/personal': {
    title: m.app_welcome(),
    description: m.common_your_profile_your_password_and_your(),
    hasVisitorPage: true,
  },
  '/business': {
    title: m.common_business_dashboard(),
    description: m.common_your_company_details_and_tools_to_manage(),
    hasVisitorPage: true,
  },
  '/admin/panel': {
    title: m.common_admin_panel(),
    description: m.common_accounts_and_payments_awaiting_verification(),
    hasVisitorPage: false,
    isBackOffice: true,
  },
  '/admin/records': {
    title: m.records_title(),
    description: m.records_description(),
    hasVisitorPage: false,
    isBackOffice: true,
  },
};

export const DASHBOARD_PATHS = Object.keys(DASHBOARDS);

/** Undefined for a path that is not a dashboard. */
export function dashboardAt(path: string): DashboardStart | undefined {
  return DASHBOARDS[path.replace(/\/+$/, '')];
}
