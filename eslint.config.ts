import type { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { KIND_NAMES, SOURCE_FILES } from './core/kinds.ts';
import { DATA_TABLES } from './scripts/data-tables.ts';
import { plugin as regexes } from './scripts/regex/lint-rule.ts';

const ENVIRONMENT = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Read settings from #config/settings.ts.',
};

const SAID_IN =
  '/^(aria-label|aria-description|title|tooltip|data-tooltip|placeholder|alt|label|description|text)$/';
const WORDS = [
  'JSXText[value=/[A-Za-z]{2}/]',
  `JSXAttribute[name.name=${SAID_IN}] > Literal[value=/[A-Za-z]{2}/]`,
  `JSXAttribute[name.name=${SAID_IN}] > JSXExpressionContainer :matches(Literal[value=/[A-Za-z]{2} /], TemplateElement[value.raw=/[A-Za-z]{2}/])`,
  'JSXElement > JSXExpressionContainer > Literal[value=/[A-Za-z]{2}/]',
  'JSXElement > JSXExpressionContainer > ConditionalExpression > Literal[value=/[A-Za-z]{2}/]',
  "CallExpression[callee.object.name='toast'] > :matches(Literal[value=/[A-Za-z]{2}/], TemplateLiteral)",
].map((selector) => ({
  selector,
  message: 'Texts that a person reads live in texts.ts, or in texts/, of their folder.',
}));

const TITLES = {
  selector:
    'JSXOpeningElement[name.name=/^(button|a|Link|IconButton|ToolButton)$/] > JSXAttribute[name.name="title"]',
  message:
    'A button has a tooltip that keyboards show too: data-tooltip, or tooltip of IconButton.',
};

/**
 * What docs/security.md says there is none of; scripts/lint-rules.test.ts shows that each is found.
 */
const SAFETY = [
  [
    'CallExpression[callee.name=/^set(Timeout|Interval)$/][arguments.0.raw=/^[\'"`]/]',
    'No text is run as a program.',
  ],
  ["NewExpression[callee.name='Worker'] Property[key.name='eval']", 'A worker is a file.'],
  [
    "ImportExpression[source.type!='Literal']",
    'What is loaded is named where it is loaded: nothing that is stored is ever run.',
  ],
  [
    ":matches(CallExpression[callee.name=/^(spawn|execFile)(Sync)?$/] Property[key.name='shell'], Property[key.name='shell'][value.value=true])",
    'Commands are run with a list of arguments, by no shell.',
  ],
  [
    ":matches(Property[key.name='checkServerIdentity'], Property[key.name='rejectUnauthorized']:not([value.value=true]), Property[key.name=/^(acceptInsecureCerts|ignoreHTTPSErrors)$/]:not([value.value=false]))",
    'Certificates are checked.',
  ],
  [
    ":matches(AssignmentExpression[left.property.name='NODE_TLS_REJECT_UNAUTHORIZED'], Property[key.name='NODE_TLS_REJECT_UNAUTHORIZED'][value.type='Literal'], Literal[value=/^--ignore-certificate-errors|^--no-check-certificates?$/])",
    'Certificates are checked.',
  ],
  ["Property[key.name='insecureHTTPParser']", 'Requests are parsed strictly.'],
  [
    "CallExpression[callee.name=/^create(Hash|Hmac)$/]:not([arguments.0.value='sha256'])",
    'The hash is SHA-256.',
  ],
  [
    "CallExpression[callee.property.name=/^(trace|debug|info|warn|error|fatal)$/]:matches([callee.object.name='log'], [callee.object.property.name='log']):matches([arguments.length>2], [arguments.0.type=/Literal/][arguments.length>1])",
    'The log takes fields and a sentence, and fills in nothing.',
  ],
  ['JSXOpeningElement[name.name=/^(applet|embed|object)$/]', 'Browsers have given up plug-ins.'],
].map(([selector = '', message = '']) => ({ selector, message }));
/**
 * A list or a comparison of kinds goes stale with the next kind. `web` is a word for other things
 * too: only beside `kind`, `type` or `sourceType`, or beside another kind, is it the name of one.
 */
const KIND_FIELD = '/^(kind|type|sourceType)$/';
const ONLY_KINDS = KIND_NAMES.filter((it) => it !== 'web');
/** Types such as `text/plain` are those of other things too. */
const ONLY_TYPES = SOURCE_FILES.map((it) => it.type).filter(
  (it) => !/^(text|multipart)\//.test(it),
);
const KINDS = [
  `Literal[value=/^(${[...ONLY_KINDS, ...ONLY_TYPES.map((it) => it.replace('/', '.'))].join('|')})$/]`,
  `:matches(BinaryExpression[left.name=${KIND_FIELD}], BinaryExpression[left.property.name=${KIND_FIELD}], Property[key.name=${KIND_FIELD}]) > Literal[value='web']`,
  `ObjectExpression:has(> Property[key.name=/^(${ONLY_KINDS.join('|')})$/]) > Property[key.name='web']`,
].map((selector) => ({
  selector,
  message: 'Read kinds of sources from core/kinds.ts, or switch on the medium.',
}));
const WALLS = [...SAFETY, ...KINDS];
const MARKUP = {
  selector:
    ":matches(JSXAttribute[name.name='dangerouslySetInnerHTML'], AssignmentExpression[left.property.name=/^(inner|outer)HTML$/], CallExpression[callee.property.name=/^(insertAdjacentHTML|createContextualFragment)$/], CallExpression[callee.object.name='document'][callee.property.name='write'])",
  message: 'Texts are shown as texts.',
};
const SOCKETS = {
  selector:
    "NewExpression[callee.name=/Web[Ss]ocket$/]:not(:has(CallExpression[callee.name='collabAddress']))",
  message: 'A socket is opened at collabAddress: by TLS wherever the page came by it.',
};
const CRYPTO = {
  name: 'node:crypto',
  allowImportNames: [
    'argon2',
    'createHash',
    'createHmac',
    'hkdfSync',
    'randomBytes',
    'randomInt',
    'randomUUID',
    'timingSafeEqual',
    'Argon2Parameters',
  ],
  message: 'docs/security.md names what is used for what.',
};
const IMPORTS = [
  CRYPTO,
  { name: 'node:vm', message: 'No text is run as a program.' },
  {
    name: 'node:child_process',
    importNames: ['exec', 'execSync'],
    message: 'Commands are run with a list of arguments, by no shell.',
  },
  {
    name: 'node:util',
    importNames: ['format', 'formatWithOptions'],
    message: 'Texts are put together by templates, not by format strings.',
  },
  { name: 'pino', message: 'There is one log: createLog of #config/log.ts.' },
];
const without = (message: string) => WALLS.filter((it) => it.message !== message);
const TESTS = ['**/*.test.ts', '**/*.test.tsx', 'ui/e2e/**', '**/testing/**'];
/** Counts lines with code alone. A component's markup takes more lines than a function's code. */
const sizes = (file: number, fn?: number): Linter.RulesRecord => ({
  'max-lines': ['error', { max: file, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function':
    fn === undefined ? 'off' : ['error', { max: fn, skipBlankLines: true, skipComments: true }],
});
const TEST_TOOLS = [...TESTS, 'scripts/**', '**/conformance*.ts'];
const MATH_RANDOM = {
  object: 'Math',
  property: 'random',
  message: 'Secrets and other unguessable values come from crypto.randomBytes.',
};
const BROWSER_STORAGE = ['localStorage', 'sessionStorage'].map((name) => ({
  name,
  message: 'Use createStoredItem of #ui/storage/stored-item.ts.',
}));
const THREADS = ['SharedArrayBuffer', 'Atomics'].map((name) => ({
  name,
  message: 'Threads share nothing but messages.',
}));

export default tseslint.config(
  { ignores: ['ui/dist/**', 'node_modules/**', '.toolchain/**', '**/*.js', '**/*.mjs'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: 'error',
      'no-inline-comments': 'error',
      'max-len': [
        'error',
        {
          code: 120,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
          ignoreUrls: true,
        },
      ],
    },
  },
  { files: ['**/*.ts'], ignores: TEST_TOOLS, rules: sizes(300, 80) },
  { files: ['**/*.tsx'], ignores: TEST_TOOLS, rules: sizes(300, 120) },
  { files: [...TEST_TOOLS, ...DATA_TABLES], rules: sizes(500) },
  {
    files: ['core/**', 'config/**', 'pipeline/**', 'api/**', 'cli/**', 'ui/**'],
    ignores: TESTS,
    rules: {
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-syntax': ['error', ...WALLS],
      'no-restricted-imports': ['error', { paths: IMPORTS }],
      'no-restricted-globals': ['error', ...THREADS],
    },
  },
  {
    // Text from outside may be megabytes of one letter: what is more than linear would stop the
    // server.
    files: ['core/**', 'config/**', 'pipeline/**', 'api/**', 'cli/**', 'ui/**'],
    ignores: TESTS,
    plugins: { gloss: regexes },
    rules: { 'gloss/linear-regex': 'error' },
  },
  {
    // Only waits are drawn so, that not all come at once.
    files: ['core/**', 'config/**', 'pipeline/**', 'api/**', 'cli/**', 'ui/**'],
    ignores: [...TESTS, 'api/db/**', 'pipeline/run/**', 'pipeline/net/paced-leases.ts'],
    rules: {
      'no-restricted-properties': ['error', MATH_RANDOM],
    },
  },
  {
    // What is written goes to the one log, or to who asked.
    files: ['core/**', 'config/**', 'pipeline/**', 'api/**'],
    ignores: TESTS,
    rules: { 'no-console': 'error' },
  },
  {
    // One typed settings module: nothing else reads the environment.
    files: ['core/**', 'pipeline/**', 'api/**', 'cli/**', 'ui/**'],
    ignores: TESTS,
    rules: {
      'no-restricted-syntax': ['error', ...WALLS, ENVIRONMENT],
    },
  },
  {
    // Texts live in `texts.ts` or `texts/*.ts` beside what shows them, so that a translator finds them all.
    files: ['ui/**'],
    ignores: ['**/*.test.ts', '**/*.test.tsx', 'ui/e2e/**'],
    rules: {
      'no-restricted-syntax': ['error', ...WALLS, ENVIRONMENT, MARKUP, SOCKETS, TITLES, ...WORDS],
    },
  },
  {
    // One typed store wraps the browser's storage, which may be blocked, full or hold anything.
    files: ['ui/**'],
    ignores: [...TESTS, 'ui/storage/browser-storage.ts'],
    rules: {
      'no-restricted-globals': ['error', ...THREADS, ...BROWSER_STORAGE],
      'no-restricted-properties': [
        'error',
        MATH_RANDOM,
        ...BROWSER_STORAGE.map(({ name, message }) => ({ property: name, message })),
      ],
    },
  },
  {
    // Every outbound byte leaves by pipeline/net; `api/client` speaks to Gloss alone.
    files: ['pipeline/**', 'api/**'],
    ignores: ['pipeline/net/**', 'api/client/**', '**/*.test.ts', '**/testing/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...THREADS,
        { name: 'fetch', message: 'Use the guarded fetch of pipeline/net.' },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...IMPORTS,
            ...['undici', 'node:http2'].map((name) => ({
              name,
              message: 'Outbound requests leave by pipeline/net.',
            })),
          ],
        },
      ],
    },
  },
  {
    // By itself it waits for one second, which a busy machine may need.
    files: ['pipeline/**/*.test.ts', 'api/**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'vi',
          property: 'waitFor',
          message: 'Wait with `eventually` of pipeline/testing, or with expect.poll.',
        },
      ],
    },
  },
  {
    files: ['core/kinds.ts', 'pipeline/sources/**', 'pipeline/search/conformance*.ts'],
    ignores: TESTS,
    rules: { 'no-restricted-syntax': ['error', ...SAFETY, ENVIRONMENT] },
  },
  // The few that are let do one thing of these, and why.
  {
    files: ['config/log.ts'],
    rules: {
      'no-restricted-imports': ['error', { paths: IMPORTS.filter(({ name }) => name !== 'pino') }],
    },
  },
  // The one place that encrypts.
  {
    files: ['api/features/accounts/encryptor.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...IMPORTS.filter((it) => it !== CRYPTO),
            {
              ...CRYPTO,
              allowImportNames: ['createCipheriv', 'createDecipheriv', 'hkdfSync', 'randomBytes'],
            },
          ],
        },
      ],
    },
  },
  // SHA-1 as others have it: of lists of breached passwords, and of Anki's own files. Nothing is
  // trusted for it.
  {
    files: ['api/features/accounts/breached-passwords.ts', 'api/features/export/anki/to-apkg.ts'],
    rules: { 'no-restricted-syntax': ['error', ...without('The hash is SHA-256.'), ENVIRONMENT] },
  },
  // Three lines that stand there, in a thread that must not wait for a file.
  {
    files: ['pipeline/run/serve-tasks.ts'],
    rules: { 'no-restricted-syntax': ['error', ...without('A worker is a file.'), ENVIRONMENT] },
  },
);
