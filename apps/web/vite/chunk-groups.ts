/**
 * Which modules travel together. Left alone, the bundler cuts a chunk for every set of modules
 * that some routes share, some fifty requests for the first view. These groups keep together
 * what every page needs and what every form needs; routes and the rest stay as they are cut.
 */
export const chunkGroups = [
  {
    name: 'framework',
    test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|@tanstack[\\/](?:query-core|react-query)|clsx|tailwind-merge|class-variance-authority)[\\/]/,
    priority: 3,
  },
  {
    name: 'base',
    test: /[\\/]src[\\/](?:app[\\/](?!routes[\\/])(?!layout[\\/](?:avatar-menu|toast-region))|session[\\/]|lib[\\/](?!supabase-client|zod)|components[\\/]beacon-mark|components[\\/]ui[\\/](?:alert|badge|button|card|empty-state|page-header|skeleton|spinner|toast-store|use-toast)\.)|node_modules[\\/]lucide-react[\\/]/,
    priority: 2,
  },
  {
    name: 'form',
    test: /node_modules[\\/](?:react-hook-form|@hookform|zod)[\\/]|[\\/]src[\\/]components[\\/]ui[\\/](?:form|input|label|native-select|password-input|radio-cards|textarea)\.tsx$/,
    priority: 1,
  },
];
