import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { mayImport, mayTouchTheWorld } from './import-rules.js';

const folders = Object.keys(mayImport);

/** One config object per folder: importing a folder that `mayImport` does not name is an error. */
const walls = folders
  .filter((folder) => mayImport[folder] !== '*')
  .map((folder) => {
    const allowed = mayImport[folder];
    const forbidden = folders.filter(
      (other) => other !== folder && !allowed.some((one) => one === other || one.startsWith(`${other}/`)),
    );
    return {
      files: [folder.endsWith('.ts') ? `src/${folder}` : `src/${folder}/**/*.ts`],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: forbidden.map((other) => ({
              regex: `^(\\.\\./)+${other.replace('.', '\\.')}(/|$)`,
              message: `src/${folder} must not import src/${other} (import-rules.js).`,
            })),
          },
        ],
      },
    };
  });

/** The clock, timers, randomness, environment and console enter the core only through ports. */
const pure = {
  files: ['src/**/*.ts'],
  ignores: mayTouchTheWorld.map((place) => (place.endsWith('.ts') ? `src/${place}` : `src/${place}/**`)),
  rules: {
    'no-restricted-globals': [
      'error',
      'setTimeout',
      'setInterval',
      'setImmediate',
      'clearTimeout',
      'clearInterval',
      'console',
      'process',
      'performance',
    ],
    'no-restricted-syntax': [
      'error',
      {
        selector: "MemberExpression[object.name='Date'][property.name='now']",
        message: 'Take the time from the event or the clock port.',
      },
      {
        selector: "NewExpression[callee.name='Date'][arguments.length=0]",
        message: 'Take the time from the event or the clock port.',
      },
      {
        selector: "MemberExpression[object.name='Math'][property.name='random']",
        message: 'Randomness enters through a port.',
      },
    ],
  },
};

export default tseslint.config(
  // The example is a project of its own, which is checked where it is installed (test/package.test.ts).
  { ignores: ['dist', 'coverage', 'node_modules', 'schemas/types', 'examples/test-your-flows'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: [] }, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'no-console': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      ...tseslint.configs.disableTypeChecked.languageOptions,
      globals: { process: 'readonly', console: 'readonly', URL: 'readonly' },
    },
  },
  {
    files: ['src/emulator/http/page/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...['window', 'document', 'fetch', 'setTimeout', 'EventSource', 'SpeechSynthesisUtterance', 'CSS'],
          ...['HTMLElement', 'HTMLButtonElement', 'HTMLDivElement', 'HTMLFieldSetElement', 'HTMLFormElement'],
          ...['HTMLInputElement', 'HTMLOListElement', 'HTMLParagraphElement', 'HTMLSelectElement'],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  ...walls,
  pure,
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
