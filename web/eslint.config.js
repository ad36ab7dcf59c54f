import js from '@eslint/js'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Which folders of src/ a folder may not import; the direction is routes → features → ui, api, session, lib. */
const forbidden = {
  lib: ['routes', 'features', 'ui', 'api', 'session'],
  ui: ['routes', 'features', 'api', 'session'],
  api: ['routes', 'features', 'ui', 'session'],
  session: ['routes', 'features', 'ui'],
  features: ['routes'],
}

const importRules = Object.entries(forbidden).map(([folder, targets]) => ({
  files: [`src/${folder}/**/*.{ts,tsx}`],
  ignores: ['**/*.test.{ts,tsx}'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...targets.map((target) => ({
            group: [`**/${target}/**`, `**/${target}`],
            message: `${folder} may not use ${target}: imports go down only (routes, features, then ui, api, session, lib).`,
          })),
          {
            group: ['@tabler/icons-react'],
            message: 'Import from ui/icons, which names each icon file: the barrel is slow to build.',
          },
        ],
      },
    ],
  },
}))

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'src/api/schema.ts', 'src/ui/icons.ts'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...jsxA11y.flatConfigs.recommended.rules,
      // Boxes that scroll must be reachable by keyboard.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['tabpanel', 'region'], tags: [] }],
      'jsx-a11y/aria-role': ['error', { ignoreNonDOM: true }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
    },
  },
  // Tests may be as long as the guard of file sizes lets them be (crates/portal/tests/architecture/sizes.rs).
  {
    files: ['**/*.test.{ts,tsx}', 'e2e/**/*.ts'],
    rules: { 'max-lines': ['error', { max: 800, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['scripts/**/*.mjs', 'e2e/**/*.ts'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly', document: 'readonly' } },
    rules: { 'no-console': 'off' },
  },
  ...importRules,
)
