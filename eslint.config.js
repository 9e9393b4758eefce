import { readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';

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
  'undici',
  'puppeteer-core',
  'node:',
];

/** Patterns of `no-restricted-imports` that refuse every import but what the rest of the rule lets through. */
const refuse = (regexes) => regexes.map((regex) => ({ regex, message }));
const refuseValues = (regexes) => regexes.map((regex) => ({ regex, message, allowTypeImports: true }));
const rule = (patterns) => ({ '@typescript-eslint/no-restricted-imports': ['error', { patterns }] });

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
  never: ['^@mikro-orm/(?!core$)', '^node:(?!crypto$|zlib$|util$)'],
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
  ['arrivals', 'closings', 'rehearsal'],
  ['pages', 'webhooks'],
];

const storeyless = readdirSync(new URL('domain', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !storeys.flat().includes(entry.name))
  .map(({ name }) => name);
if (storeyless.length > 0) throw new Error(`no storey in eslint.config.js for domain/: ${storeyless.join(', ')}`);

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

const statusRule = {
  selector:
    'AssignmentExpression[left.object.type!="ThisExpression"][left.property.name="status"], ' +
    'CallExpression[callee.property.name=/^(assign|nativeUpdate)$/] > ObjectExpression:last-child > Property[key.name="status"]',
  message: 'a status is set by a method of its entity',
};

const clockRule = {
  selector:
    'NewExpression[callee.name="Date"][arguments.length=0], CallExpression[callee.name="Date"], ' +
    'MemberExpression[object.name="Date"][property.name="now"], ' +
    'MemberExpression[object.name="DateTime"][property.name=/^(now|utc|local)$/]',
  message: 'activities read the clock of their parts (`parts.now()`), or the database’s',
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/*.js',
      'openapi/generated/**',
      'clients/typescript/src/contract.ts',
      'clients/typescript/src/admin-contract.ts',
      'bench/rivals/**',
      'lavra-demo/**',
      '.lavra/**',
    ],
  },
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: 'read config/ instead' }],
    },
  },
  // config/ and simulator/ are each the one reader of their program's environment; local/ and machine/ hand one to their children.
  {
    files: ['config/env.ts', 'simulator/settings.ts', 'local/settings.ts', 'machine/settings.ts', 'tests/support/**'],
    rules: { 'no-restricted-properties': 'off' },
  },

  // `expect.any` and its like are `any` in the runner's own types.
  {
    files: ['tests/**'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off', '@typescript-eslint/no-unsafe-return': 'off' },
  },

  {
    files: rooms.filter((name) => name !== 'tests').map((name) => `${name}/**/*.ts`),
    ignores: ['**/*.entity.ts'],
    rules: {
      'no-restricted-syntax': ['error', statusRule],
    },
  },

  // Whatever waits for a moment is decided by one clock (decision 66): `Parts.now`, which tests set, or the database's own where rows are compared.
  {
    files: ['activities/**/*.ts'],
    ignores: ['**/*.entity.ts'],
    rules: { 'no-restricted-syntax': ['error', statusRule, clockRule] },
  },

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
  room('operations', { to: ['adapters', 'domain', 'telemetry'], types: ['config'], packages: ['@mikro-orm', 'node:'] }),
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
    never: ['\\.entity\\.ts$', '/temporal/(?!names\\.ts$)', '^@temporalio/(?!workflow$|common$)'],
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
    never: ['^@temporalio/(?!client$)'],
  }),
  // The documentation as pages, for every process that serves them and for a folder.
  room('site', { to: ['domain', 'openapi'], packages: ['express', 'node:'] }),
  room('api', {
    to: ['adapters', 'domain', 'http', 'openapi', 'operations', 'site', 'telemetry', 'temporal'],
    types: ['config', 'clients/typescript'],
    packages: ['express', '@temporalio', 'node:'],
    never: ['/adapters/(?!rendering/)', '^@temporalio/(?!client$)'],
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
    never: ['/adapters/(?!rendering/)', '^@temporalio/(?!client$)'],
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
      'config',
      'domain',
      'machine',
      'migrations',
      'openapi',
      'operations',
      'temporal',
      'worker',
    ],
    packages: ['@mikro-orm', '@temporalio', 'undici', 'puppeteer-core', 'node:'],
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
);
