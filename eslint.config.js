import tseslint from 'typescript-eslint';

/** The arrows of docs/architecture.md, as import rules. */
function layer(folder, forbidden, { typesToo = true } = {}) {
  const patterns = forbidden.map((regex) => ({
    regex,
    allowTypeImports: !typesToo,
    message: `${folder}/ may not reach this: see the arrows in docs/architecture.md`,
  }));
  return {
    files: [`${folder}/**/*.ts`],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
  };
}

const product =
  'activities|api|catalog|cli|config|domain|local|machine|migrations|openapi|outbound|rendering|schemas|temporal|workflows';

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
  // config/ and simulator/ are each the one reader of their program's environment; local/ and machine/ hand one to their children.
  {
    files: ['config/env.ts', 'simulator/settings.ts', 'local/settings.ts', 'machine/settings.ts', 'tests/support/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  // A state machine is its entity's: nobody else says what follows from what.
  {
    files: ['{activities,api,catalog,cli,operations}/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'AssignmentExpression[left.object.type!="ThisExpression"][left.property.name="status"], ' +
            'CallExpression[callee.property.name=/^(assign|nativeUpdate)$/] > ObjectExpression:last-child > Property[key.name="status"]',
          message: 'a status is set by a method of its entity',
        },
      ],
    },
  },
  layer('domain', [
    '^(express|@temporalio|undici|puppeteer)',
    '^node:(?!crypto$|zlib$|util$)',
    '/(activities|api|catalog|cli|config|local|outbound|rendering|schemas|simulator|temporal|workflows)/',
  ]),
  layer(
    'workflows',
    [
      '^(node:|express|@mikro-orm|undici)',
      '/(activities|api|catalog|cli|config|local|outbound|rendering|schemas|simulator)/',
      '\\.entity\\.ts$',
    ],
    { typesToo: false },
  ),
  layer('activities', ['^express', '/(api|cli|local|simulator|workflows)/']),
  layer('catalog', [
    '^(express|@temporalio|undici)',
    '/(activities|api|cli|local|rendering|simulator|temporal|workflows)/',
  ]),
  layer('rendering', ['^(express|@temporalio)', '/(activities|api|cli|local|simulator|temporal|workflows)/']),
  layer('outbound', ['^(express|@temporalio)', '/(activities|api|cli|local|simulator|temporal|workflows)/']),
  layer('schemas', ['^(express|@temporalio)', '/(activities|api|cli|local|simulator|temporal|workflows)/']),
  layer('api', ['/(activities|cli|local|simulator)/']),
  layer('temporal', ['^express', '/(api|cli|local|simulator)/']),
  layer('config', [
    '^(express|@temporalio)',
    '/(activities|api|cli|local|outbound|rendering|simulator|temporal|workflows)/',
  ]),
  layer('simulator', [`/(${product})/`]),
  // What a computer has: known to those who run on one by hand, and to nobody who serves.
  layer('machine', [
    '^(express|@mikro-orm|@temporalio)',
    '/(activities|api|catalog|cli|config|local|operations|outbound|rendering|simulator|temporal|worker|workflows)/',
  ]),
  layer('cli', ['/(api|local|simulator)/']),
  layer('local', ['/(api|cli|simulator)/']),
  layer('bench', ['/(cli|simulator)/']),
);
