import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { defineConfig } from 'oxlint';

const message = 'this room may not reach that: see the arrows in docs/architecture.md';

const rooms = [
  'activities',
  'adapters',
  'api',
  'bench',
  'cli',
  'clients/typescript',
  'config',
  'domain',
  'http',
  'local',
  'machine',
  'migrations',
  'openapi',
  'operations',
  'panel',
  'simulator',
  'site',
  'tables',
  'telemetry',
  'temporal',
  'tests',
  'worker',
  'workflows',
];

/** Packages that not every room may know. */
const fenced = [
  'express',
  '@aws-sdk',
  '@mikro-orm',
  '@temporalio',
  '@opentelemetry',
  '@modelcontextprotocol',
  'undici',
  'puppeteer-core',
  'node:',
];

/** Patterns of `no-restricted-imports` that refuse every import but what the rest of the rule lets through. */
const refuse = (regexes) => regexes.map((regex) => ({ regex, message }));
const refuseValues = (regexes) => regexes.map((regex) => ({ regex, message, allowTypeImports: true }));
const rule = (patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

const here = (path) => new URL(path, import.meta.url);
const { dependencies } = JSON.parse(readFileSync(here('package.json'), 'utf8'));

/** Matches names that begin with `start`, but for some: the linter's patterns know no look-ahead. */
const allBut = (start, names, allowed) =>
  `${start}(?:${names.filter((name) => !allowed.includes(name)).join('|')})(?:/|$)`;
const packagesBut = (scope, ...allowed) => {
  const own = Object.keys(dependencies).filter((name) => name.startsWith(`${scope}/`));
  return allBut(
    `^${scope}/`,
    own.map((name) => name.slice(scope.length + 1)),
    allowed,
  );
};
const filesBut = (room, ...allowed) => allBut(`/${room}/`, readdirSync(here(room)), allowed);

/** As imports name it; a folder of domain/ is called like the room of the clients, too. */
const folderOf = (room) => (room === 'clients' ? 'clients/(?:java|python|typescript)' : room);

/**
 * The arrows out of one room. It may import values of the rooms in `to`, types alone of those in `types`, the fenced packages in
 * `packages`, and nothing that matches `never`.
 */
function arrows(room, { to, types = [], packages, never = [] }) {
  const closed = rooms.filter((other) => ![room, ...to, ...types].includes(other)).map(folderOf);
  return [
    ...refuse([`^(\\.\\./)+(${closed.join('|')})/`]),
    ...refuseValues(types.map((other) => `^(\\.\\./)+${other}/`)),
    ...refuse(fenced.filter((name) => !packages.includes(name)).map((name) => `^${name}`)),
    ...refuse(never),
  ];
}

function room(name, wanted) {
  return { files: [`${name}/**/*.ts`], rules: rule(arrows(name, wanted)) };
}

const domain = {
  to: ['tables'],
  packages: ['@mikro-orm', 'node:'],
  never: [packagesBut('@mikro-orm', 'core'), allBut('^node:', builtinModules, ['crypto', 'zlib', 'util'])],
};

/**
 * The storeys of domain/, from the ground up: each folder imports itself and the storeys below it, never one beside it. Files at its root are
 * words that everyone shares.
 */
const storeys = [
  ['xml'],
  ['taxation'],
  ['service-taxation'],
  ['companies'],
  ['audit', 'calls', 'conversation', 'rejections'],
  ['contingency', 'installations', 'offices'],
  ['access', 'accounts', 'carriers', 'clients', 'tax-rules', 'templates'],
  ['products', 'received'],
  ['documents', 'imports'],
  ['nfe', 'nfse'],
  ['sefaz', 'sefin'],
  ['arrivals', 'closings', 'comparison', 'rehearsal'],
  ['pages', 'past', 'webhooks'],
];

const storeyless = readdirSync(here('domain'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !storeys.flat().includes(entry.name))
  .map(({ name }) => name);
if (storeyless.length > 0) throw new Error(`no storey in oxlint.config.js for domain/: ${storeyless.join(', ')}`);

const storeyFences = storeys.flatMap((folders, level) =>
  folders.map((folder) => {
    const shut = storeys.slice(level).flat();
    const patterns = [
      ...arrows('domain', domain),
      ...refuse([`^(\\.\\./)+(${shut.filter((other) => other !== folder).join('|')})/`]),
    ];
    return { files: [`domain/${folder}/**/*.ts`], rules: rule(patterns) };
  }),
);

/** What typescript-eslint recommends where types are known. */
const recommended = Object.fromEntries(
  [
    'no-array-constructor',
    'no-unused-expressions',
    'typescript/await-thenable',
    'typescript/ban-ts-comment',
    'typescript/no-array-delete',
    'typescript/no-base-to-string',
    'typescript/no-duplicate-enum-values',
    'typescript/no-duplicate-type-constituents',
    'typescript/no-empty-object-type',
    'typescript/no-explicit-any',
    'typescript/no-extra-non-null-assertion',
    'typescript/no-floating-promises',
    'typescript/no-for-in-array',
    'typescript/no-implied-eval',
    'typescript/no-misused-new',
    'typescript/no-misused-promises',
    'typescript/no-namespace',
    'typescript/no-non-null-asserted-optional-chain',
    'typescript/no-redundant-type-constituents',
    'typescript/no-require-imports',
    'typescript/no-this-alias',
    'typescript/no-unnecessary-type-assertion',
    'typescript/no-unnecessary-type-constraint',
    'typescript/no-unsafe-argument',
    'typescript/no-unsafe-assignment',
    'typescript/no-unsafe-call',
    'typescript/no-unsafe-declaration-merging',
    'typescript/no-unsafe-enum-comparison',
    'typescript/no-unsafe-function-type',
    'typescript/no-unsafe-member-access',
    'typescript/no-unsafe-return',
    'typescript/no-unsafe-unary-minus',
    'typescript/no-wrapper-object-types',
    'typescript/only-throw-error',
    'typescript/prefer-as-const',
    'typescript/prefer-namespace-keyword',
    'typescript/prefer-promise-reject-errors',
    'typescript/restrict-plus-operands',
    'typescript/restrict-template-expressions',
    'typescript/triple-slash-reference',
    'typescript/unbound-method',
  ].map((name) => [name, 'error']),
);

export default defineConfig({
  plugins: ['typescript'],
  jsPlugins: ['./.ci/own-rules.js'],
  categories: { correctness: 'off' },
  options: { typeAware: true },
  ignorePatterns: [
    '**/dist/**',
    '**/*.js',
    'openapi/generated/**',
    'clients/typescript/src/contract.ts',
    'clients/typescript/src/admin-contract.ts',
    'bench/rivals/**',
    'lavra-demo/**',
    '.lavra/**',
  ],
  rules: {
    ...recommended,
    'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/consistent-type-imports': 'error',
    'no-console': 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'no-restricted-properties': ['error', { object: 'process', property: 'env', message: 'read config/ instead' }],
  },
  overrides: [
    // config/ and simulator/ are each the one reader of their program's environment; local/ and machine/ hand one to their children.
    {
      files: ['config/env.ts', 'simulator/settings.ts', 'local/settings.ts', 'machine/settings.ts', 'tests/support/**'],
      rules: { 'no-restricted-properties': 'off' },
    },

    // `expect.any` and its like are `any` in the runner's own types.
    {
      files: ['tests/**'],
      rules: { 'typescript/no-unsafe-assignment': 'off', 'typescript/no-unsafe-return': 'off' },
    },

    {
      files: rooms.filter((name) => name !== 'tests').map((name) => `${name}/**/*.ts`),
      rules: { 'lavra/status-by-entity': 'error' },
    },

    // Whatever waits for a moment is decided by one clock (decision 66): `Parts.now`, which tests set, or the database's own where rows are compared.
    { files: ['activities/**/*.ts'], rules: { 'lavra/one-clock': 'error' } },

    room('domain', domain),
    { files: ['domain/*.ts'], rules: rule([...arrows('domain', domain), ...refuse(['^\\./[^/]+/'])]) },
    ...storeyFences,

    // What a process tells of itself: every room that logs may use it.
    room('telemetry', { to: [], packages: ['@opentelemetry', 'node:'] }),
    room('config', { to: ['domain', 'telemetry'], packages: ['@mikro-orm', 'node:'] }),
    room('adapters', {
      to: ['domain', 'tables', 'telemetry'],
      types: ['config'],
      packages: ['@aws-sdk', 'undici', 'puppeteer-core', 'node:'],
    }),
    room('operations', {
      to: ['adapters', 'domain', 'telemetry'],
      types: ['config'],
      packages: ['@mikro-orm', 'node:'],
    }),
    room('temporal', { to: ['domain', 'telemetry'], types: ['config'], packages: ['@temporalio', 'node:'] }),
    room('activities', {
      to: ['adapters', 'domain', 'operations', 'telemetry', 'temporal'],
      types: ['config'],
      packages: ['@mikro-orm', '@temporalio', 'node:'],
    }),
    // The bundle of the workflows refuses Node, entities and I/O besides.
    room('workflows', {
      to: ['domain', 'temporal'],
      types: ['activities'],
      packages: ['@temporalio'],
      never: ['\\.entity\\.ts$', filesBut('temporal', 'names.ts'), packagesBut('@temporalio', 'workflow', 'common')],
    }),
    room('worker', {
      to: ['activities', 'adapters', 'config', 'domain', 'operations', 'telemetry', 'temporal'],
      packages: ['@temporalio', 'node:'],
    }),
    // What two processes that answer requests share; none of them is its business.
    room('http', {
      to: ['domain', 'operations', 'telemetry', 'temporal'],
      types: ['config', 'clients/typescript', 'openapi'],
      packages: ['express', '@temporalio', 'node:'],
      never: [packagesBut('@temporalio', 'client')],
    }),
    room('openapi', { to: ['domain'], types: ['clients/typescript'], packages: ['express', 'node:'] }),
    // The documentation as pages, for every process that serves them and for a folder.
    room('site', { to: ['domain', 'openapi'], packages: ['express', 'node:'] }),
    room('api', {
      to: ['adapters', 'domain', 'http', 'openapi', 'operations', 'site', 'telemetry', 'temporal'],
      types: ['config', 'clients/typescript'],
      packages: ['express', '@temporalio', 'node:'],
      never: [filesBut('adapters', 'rendering'), packagesBut('@temporalio', 'client')],
    }),
    // The process opens what the handlers are given.
    {
      files: ['api/server.ts'],
      rules: rule(
        arrows('api', {
          to: ['adapters', 'config', 'domain', 'http', 'operations', 'telemetry', 'temporal'],
          packages: ['node:'],
        }),
      ),
    },
    room('panel', {
      to: ['adapters', 'domain', 'http', 'openapi', 'operations', 'site', 'telemetry', 'temporal'],
      types: ['config', 'clients/typescript'],
      packages: ['express', '@temporalio', 'node:'],
      never: [filesBut('adapters', 'rendering'), packagesBut('@temporalio', 'client')],
    }),
    // The search is loaded by browsers, too: it imports nothing.
    { files: ['site/search/find.ts'], rules: rule(refuse(['.'])) },
    // What browsers load: it imports its own folder and packages that the panel serves.
    { files: ['panel/browser/**/*.ts'], rules: rule(refuse(['^\\.\\./', ...fenced.map((name) => `^${name}`)])) },
    {
      files: ['panel/server.ts'],
      rules: rule(
        arrows('panel', {
          to: ['adapters', 'config', 'domain', 'http', 'operations', 'telemetry', 'temporal'],
          packages: ['node:'],
        }),
      ),
    },
    room('cli', {
      to: [
        'activities',
        'adapters',
        'clients/typescript',
        'config',
        'domain',
        'http',
        'machine',
        'migrations',
        'openapi',
        'operations',
        'temporal',
        'worker',
      ],
      packages: ['@mikro-orm', '@modelcontextprotocol', '@temporalio', 'undici', 'puppeteer-core', 'node:'],
      // A file's record means what a request's body means.
      never: [filesBut('http', 'requests')],
    }),
    room('local', {
      to: ['activities', 'adapters', 'config', 'domain', 'machine', 'migrations', 'operations', 'temporal', 'worker'],
      packages: ['@mikro-orm', '@temporalio', 'undici', 'puppeteer-core', 'node:'],
    }),
    // What a computer has and brings: for those who run Lavra on one by hand, never for the servers.
    room('machine', { to: ['adapters'], packages: ['node:', 'undici'] }),
    // What is published for others: of Lavra it knows the contract alone, and of its platform what browsers have, too.
    room('clients/typescript', { to: [], packages: [] }),
    room('simulator', { to: ['tables'], packages: ['undici', 'node:'] }),
    room('bench', {
      to: rooms.filter((name) => !['bench', 'cli', 'clients/typescript', 'simulator'].includes(name)),
      packages: fenced,
    }),
    room('migrations', { to: ['config'], packages: ['@mikro-orm', 'node:'] }),
  ],
});
