import tseslint from 'typescript-eslint';

/** The arrows of docs/architecture.md, as import rules. */
function layer(folder, forbidden, { typesToo = true, typesAlone = [], ignores = [] } = {}) {
  const message = `${folder}/ may not reach this: see the arrows in docs/architecture.md`;
  const patterns = [
    ...forbidden.map((regex) => ({ regex, allowTypeImports: !typesToo, message })),
    ...typesAlone.map((regex) => ({ regex, allowTypeImports: true, message })),
  ];
  return {
    files: [folder.endsWith('.ts') ? folder : `${folder}/**/*.ts`],
    ignores,
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
  };
}

const product =
  'activities|api|cli|config|domain|local|migrations|openapi|operations|outbound|rendering|schemas|temporal|workflows';

export default tseslint.config(
  { ignores: ['dist/**', '**/*.js', 'openapi/generated/**', 'bench/rivals/**', 'lavra-demo/**', '.lavra/**'] },
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
  // config/ and simulator/ are each the one reader of their program's environment; local/ hands one to its children.
  {
    files: ['config/env.ts', 'simulator/settings.ts', 'local/settings.ts', 'tests/support/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  layer('domain', [
    '^(express|@temporalio|undici|puppeteer)',
    '^node:(?!crypto$|zlib$|util$)',
    '/(activities|api|cli|config|local|operations|outbound|rendering|schemas|simulator|temporal|workflows)/',
  ]),
  layer(
    'workflows',
    [
      '^(node:|express|@mikro-orm|undici)',
      '/(activities|api|cli|config|local|operations|outbound|rendering|schemas|simulator)/',
      '\\.entity\\.ts$',
    ],
    { typesToo: false },
  ),
  layer('activities', ['^express', '/(api|cli|local|simulator|workflows)/']),
  layer(
    'operations',
    ['^(express|@temporalio|undici|puppeteer)', '/(activities|api|cli|local|openapi|simulator|temporal|workflows)/'],
    {
      typesAlone: ['/config/'],
    },
  ),
  layer('rendering', [
    '^(express|@temporalio)',
    '/(activities|api|cli|local|operations|simulator|temporal|workflows)/',
  ]),
  layer('outbound', ['^(express|@temporalio)', '/(activities|api|cli|local|operations|simulator|temporal|workflows)/']),
  layer('schemas', ['^(express|@temporalio)', '/(activities|api|cli|local|operations|simulator|temporal|workflows)/']),
  layer('api', ['^@mikro-orm', '/(activities|cli|local|migrations|outbound|schemas|simulator|workflows)/'], {
    typesAlone: ['/config/'],
    // server.ts is the process: it reads the settings and opens what the rest is handed.
    ignores: ['api/server.ts', 'api/lists/**'],
  }),
  layer('api/server.ts', ['^@mikro-orm', '/(activities|cli|local|simulator|workflows)/']),
  layer('temporal', ['^express', '/(api|cli|local|simulator)/']),
  layer('config', [
    '^(express|@temporalio)',
    '/(activities|api|cli|local|operations|outbound|rendering|simulator|temporal|workflows)/',
  ]),
  layer('simulator', [`/(${product})/`]),
  layer('cli', ['/simulator/']),
  layer('local', ['/simulator/']),
);
