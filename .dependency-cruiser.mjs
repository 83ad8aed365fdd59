/**
 * The import rules of ARCHITECTURE.md. A rule forbids the imports of a room from all rooms that its entry does not
 * list. A room is the set of files that its pattern matches.
 */
const ROOMS = {
  domain: '^packages/domain/',
  database: '^packages/database/',
  statements: '^packages/statements/',
  'web-app': '^apps/web/src/app/',
  'web-dev': '^apps/web/src/dev/',
  'web-feature': '^apps/web/src/features/([^/]+)/',
  'web-payment': '^apps/web/src/payment/',
  'web-session': '^apps/web/src/session/',
  'web-ui': '^apps/web/src/components/ui/',
  'web-component': '^apps/web/src/components/(?!ui/)',
  'web-boot': '^apps/web/src/boot/',
  'web-lib': '^apps/web/src/lib/',
  'web-messages': '^apps/web/src/paraglide/',
  'web-main': '^apps/web/src/[^/]+$',
  'web-test': '^apps/web/test/',
  'web-build': '^apps/web/(?!src/|test/|node_modules/)',
  'server-test': '^apps/server/test/',
  'server-deno': '^apps/server/deno/',
  'server-messages': '^apps/server/src/paraglide/',
  'server-service': '^apps/server/src/services/([^/]+)/',
  'server-extension': '^apps/server/src/extensions/([^/]+)/',
  // The interface of an extension, and how it recognizes its own tables.
  'server-extension-shape': '^apps/server/src/extensions/[^/]+\\.ts$',
  'server-platform': '^apps/server/src/platform/',
  'server-http': '^apps/server/src/http/',
  // The interface between a service and the server that runs it.
  'server-shape': '^apps/server/src/http/service\\.ts$',
  'server-cli': '^apps/server/src/cli/',
  'server-main': '^apps/server/src/([^/]+$|(config|migrations|operations|workers)/)',
  supabase: '^supabase/',
  e2e: '^e2e/',
  scripts: '^(scripts/|vitest\\.config\\.ts$)',
  bench: '^bench/',
};

/** Rooms with several instances, which never import each other. `$1` is the name of the importing one. */
const OWN_ROOM = {
  'web-feature': '^apps/web/src/features/$1/',
  'server-service': '^apps/server/src/services/$1/',
  'server-extension': '^apps/server/src/extensions/$1/',
};

const shared = ['domain', 'database'];
const belowSession = ['web-component', 'web-ui', 'web-boot', 'web-lib', 'web-messages', ...shared];
const belowFeatures = ['web-payment', 'web-session', ...belowSession];
const serverRooms = [
  'server-cli',
  'server-main',
  'server-http',
  'server-service',
  'server-extension',
  'server-extension-shape',
  'server-platform',
];

/** The other rooms from which each room may import. */
const MAY_IMPORT = {
  domain: [],
  database: [],
  statements: ['domain'],
  'web-build': ['domain', 'web-lib'],
  'web-main': ['web-app', 'web-session', 'web-ui', 'web-boot', 'web-lib', 'web-messages'],
  // Screens are tested inside the whole app.
  'web-test': ['web-main', 'web-app', 'web-session', 'web-ui', 'web-boot', 'web-lib', 'domain'],
  'web-app': ['web-dev', 'web-feature', ...belowFeatures],
  // The page of the components for contributors imports no part of a screen.
  'web-dev': belowSession,
  'web-feature': ['statements', ...belowFeatures],
  'web-payment': ['web-session', ...belowSession],
  'web-session': belowSession,
  'web-component': ['web-ui', 'web-boot', 'web-lib', 'web-messages', ...shared],
  'web-ui': ['web-boot', 'web-lib', 'web-messages', 'domain'],
  'web-boot': ['web-lib', 'web-messages'],
  'web-lib': ['web-messages', ...shared],
  // Generated.
  'web-messages': [],
  'server-cli': ['server-main', 'server-platform'],
  'server-main': [
    'server-http',
    'server-service',
    'server-extension',
    'server-extension-shape',
    'server-platform',
  ],
  'server-http': ['server-platform'],
  'server-extension': ['server-extension-shape', 'server-platform'],
  'server-extension-shape': ['server-platform'],
  'server-service': ['server-shape', 'server-platform', 'server-deno', 'server-messages'],
  'server-deno': [],
  // Generated.
  'server-messages': [],
  'server-platform': [],
  'server-test': serverRooms,
  supabase: ['server-main', 'server-test', 'statements', ...shared],
  e2e: [],
  scripts: [
    'server-cli',
    'server-main',
    'server-service',
    'server-platform',
    'server-test',
    // For the scripts that compile and check the messages.
    'web-build',
    // For the scripts that import bank statements.
    'statements',
    'supabase',
    ...shared,
  ],
  bench: [
    'scripts',
    'server-main',
    'server-service',
    'server-platform',
    'server-test',
    'statements',
    'domain',
  ],
};

/** The rooms of the data API in the order of a request. A room imports only earlier rooms. */
const DATA_API_ROOMS = ['schema-cache', 'request', 'plan', 'sql', 'run', 'response'];
const DATA_API = '^apps/server/src/services/rest/';
/** Files outside the rooms that every room may import. */
const DATA_API_SHARED = `${DATA_API}(errors|plan-cache|settings|similar-name|sql-text|sqlstate)\\.ts$`;

/** Primitives that every part of the server may use: clock, retry, deadlines, queues and limits. */
const RUNTIME = '^apps/server/src/platform/runtime/';
const LOGGER = '^apps/server/src/platform/logger\\.ts$';

/** The rooms of realtime in the order of their layers. A room imports only earlier rooms. */
const REALTIME_ROOMS = ['protocol', 'socket', 'shared', 'channels', 'changes'];
const REALTIME = '^apps/server/src/services/realtime/';
/** Files outside the rooms that all rooms use. */
const REALTIME_COMMON = `${REALTIME}(errors|settings)\\.ts$`;

/** The rooms of the auth service in the order of their layers. A room imports only earlier rooms. */
const AUTH_ROOMS = [
  'captcha',
  'audit',
  'accounts',
  'flow-states',
  'messages',
  'one-time-tokens',
  'sessions',
  'account-commands',
  'passwords',
  'providers',
  'sso',
  'passkeys',
  'factors',
  'routes',
];
const AUTH = '^apps/server/src/services/auth/';
/** Files outside the rooms that every room may import. */
const AUTH_SHARED = `${AUTH}(client-details|storable-text|[a-z-]*errors?|rate-limits|redirects|web-authn)\\.ts$`;
/** The dependencies and the settings of a command. Both import types of the rooms that provide them. */
const AUTH_CONTEXT = `${AUTH}(auth-context|settings)\\.ts$`;

const everyRoom = Object.values(ROOMS);

const boundaries = Object.entries(MAY_IMPORT).map(([room, others]) => ({
  name: `${room}-boundary`,
  comment: 'This import crosses a boundary of ARCHITECTURE.md ("Who may import whom").',
  severity: 'error',
  from: { path: ROOMS[room] },
  to: {
    path: everyRoom,
    pathNot: [OWN_ROOM[room] ?? ROOMS[room], ...others.map((other) => ROOMS[other])],
  },
}));

const dataApiDirection = [null, ...DATA_API_ROOMS].map((room, index) => ({
  name: `data-api-${room ?? 'shared'}-direction`,
  comment: 'A room of the data API imports only rooms that handle a request earlier.',
  severity: 'error',
  from: { path: room === null ? DATA_API_SHARED : `${DATA_API}${room}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: DATA_API,
    pathNot: [
      DATA_API_SHARED,
      ...DATA_API_ROOMS.slice(0, index).map((one) => `${DATA_API}${one}/`),
    ],
  },
}));

const realtimeDirection = [null, ...REALTIME_ROOMS].map((room, index) => ({
  name: `realtime-${room ?? 'common'}-direction`,
  comment: 'A room of realtime imports only rooms of lower layers.',
  severity: 'error',
  from: { path: room === null ? REALTIME_COMMON : `${REALTIME}${room}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: REALTIME,
    pathNot: [
      REALTIME_COMMON,
      ...REALTIME_ROOMS.slice(0, index).map((one) => `${REALTIME}${one}/`),
    ],
  },
}));

const authDirection = [null, ...AUTH_ROOMS].map((room, index) => ({
  name: `auth-${room ?? 'shared'}-direction`,
  comment: 'A room of the auth service imports only rooms of lower layers.',
  severity: 'error',
  from: { path: room === null ? AUTH_SHARED : `${AUTH}${room}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: AUTH,
    pathNot: [
      AUTH_SHARED,
      AUTH_CONTEXT,
      ...AUTH_ROOMS.slice(0, index).map((one) => `${AUTH}${one}/`),
    ],
  },
}));

const authUnknownRoom = {
  name: 'auth-unknown-room',
  comment: 'AUTH_ROOMS lists each folder of the auth service.',
  severity: 'error',
  from: { path: `${AUTH}[^/]+/`, pathNot: AUTH_ROOMS.map((room) => `${AUTH}${room}/`) },
  to: {},
};

export default {
  forbidden: [
    ...authDirection,
    authUnknownRoom,
    ...boundaries,
    ...dataApiDirection,
    ...realtimeDirection,
    {
      name: 'data-api-database',
      comment:
        'Only the run step, the schema cache and the composition of the data API use the database.',
      severity: 'error',
      from: {
        path: DATA_API,
        pathNot: [
          `${DATA_API}(run|schema-cache)/`,
          `${DATA_API}(index|schema-snapshot|sqlstate)\\.ts$`,
        ],
      },
      to: { path: '^apps/server/src/platform/database/' },
    },
    {
      name: 'runtime-imports-no-platform',
      comment:
        'The primitives of platform/runtime import only packages and the types of the logger.',
      severity: 'error',
      from: { path: RUNTIME },
      to: { path: '^apps/server/src/', pathNot: [RUNTIME, LOGGER] },
    },
    {
      name: 'runtime-imports-logger-types',
      comment: 'The primitives of platform/runtime receive their logger.',
      severity: 'error',
      from: { path: RUNTIME },
      to: { path: LOGGER, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-unknown-files',
      comment: 'ROOMS has a pattern for each file.',
      severity: 'error',
      from: { pathNot: [...everyRoom, '(^|/)node_modules/'] },
      to: {},
    },
    {
      name: 'no-circles',
      comment: 'Files do not import each other in a cycle, not even types.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'backend-through-api',
      comment: "Only lib, session and a feature's api.ts or *-api.ts talk to the backend.",
      severity: 'error',
      from: {
        path: '^apps/web/src/',
        pathNot: [
          '^apps/web/src/(lib|session)/',
          '^apps/web/src/payment/api\\.ts$',
          '^apps/web/src/payment/.+-api\\.ts$',
          '^apps/web/src/features/.+/api\\.ts$',
          '^apps/web/src/features/.+-api\\.ts$',
          '\\.test\\.tsx?$',
        ],
      },
      to: { path: ['(^|/)node_modules/@supabase/', '^apps/web/src/lib/supabase'] },
    },
    {
      name: 'commands-without-http',
      comment: 'Only index.ts and routes/ of the auth service use HTTP.',
      severity: 'error',
      from: {
        path: '^apps/server/src/services/auth/',
        pathNot: '^apps/server/src/services/auth/(index\\.ts$|routes/)',
      },
      to: { path: ['(^|/)node_modules/@?hono/', '/platform/http/', '/routes/'] },
    },
    {
      name: 'domain-imports-nothing',
      comment: 'packages/domain imports nothing.',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/domain/' },
    },
  ],
  options: {
    exclude: { path: '^apps/web/(dist/|src/paraglide/messages/)' },
    doNotFollow: { path: '(^|/)node_modules/' },
    tsPreCompilationDeps: true,
    detectJSDocImports: false,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
