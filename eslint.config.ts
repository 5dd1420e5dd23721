import tseslint from 'typescript-eslint';

const ENVIRONMENT = { selector: "MemberExpression[object.name='process'][property.name='env']", message: 'Read settings from #config/settings.ts.' };

const SAID_IN = '/^(aria-label|aria-description|title|placeholder|alt|label|description|text)$/';
const WORDS = [
  'JSXText[value=/[A-Za-z]{2}/]',
  `JSXAttribute[name.name=${SAID_IN}] > Literal[value=/[A-Za-z]{2}/]`,
  `JSXAttribute[name.name=${SAID_IN}] > JSXExpressionContainer :matches(Literal[value=/[A-Za-z]{2} /], TemplateElement[value.raw=/[A-Za-z]{2}/])`,
  'JSXElement > JSXExpressionContainer > Literal[value=/[A-Za-z]{2}/]',
  'JSXElement > JSXExpressionContainer > ConditionalExpression > Literal[value=/[A-Za-z]{2}/]',
  "CallExpression[callee.object.name='toast'] > :matches(Literal[value=/[A-Za-z]{2}/], TemplateLiteral)",
].map((selector) => ({ selector, message: 'Words that a person reads live in ui/texts.' }));

export default tseslint.config(
  { ignores: ['ui/dist/**', 'node_modules/**', '.toolchain/**', '**/*.js', '**/*.mjs'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // One typed settings module: nothing else reads the environment.
    files: ['core/**', 'pipeline/**', 'api/**', 'cli/**', 'ui/**'],
    ignores: ['**/*.test.ts', '**/*.test.tsx', 'ui/e2e/**', '**/testing/**'],
    rules: {
      'no-restricted-syntax': ['error', ENVIRONMENT],
    },
  },
  {
    // Words live in ui/texts, so that another language is one folder.
    files: ['ui/**'],
    ignores: ['**/*.test.ts', '**/*.test.tsx', 'ui/e2e/**'],
    rules: { 'no-restricted-syntax': ['error', ENVIRONMENT, ...WORDS] },
  },
  {
    // Every outbound byte leaves by pipeline/net; `api/client` speaks to Gloss alone.
    files: ['pipeline/**', 'api/**'],
    ignores: ['pipeline/net/**', 'api/client/**', '**/*.test.ts', '**/testing/**'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Use the guarded fetch of pipeline/net.' }],
      'no-restricted-imports': ['error', { paths: ['undici', 'node:http2'].map((name) => ({ name, message: 'Outbound requests leave by pipeline/net.' })) }],
    },
  },
);
