import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { join, posix, relative } from 'node:path';
import { findBreach, mayTouchTheWorld } from './import-rules.js';

const sourceRoot = join(import.meta.dirname, 'src');

/** Reports an import that the walls forbid. */
const walls = {
  create(context) {
    const from = relative(sourceRoot, context.filename).replaceAll('\\', '/');
    const check = ({ source }) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
      const to = posix.join(posix.dirname(from), source.value);
      const breach = to.startsWith('..') ? undefined : findBreach(from, to);
      if (breach !== undefined) context.report({ node: source, message: `${breach} (import-rules.js).` });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

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
  {
    ignores: [
      'dist',
      'coverage',
      'node_modules',
      'schemas/types',
      'src/console/api/generated',
      'examples/test-your-flows',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      // One program for each configuration takes less memory and time than a service that opens file after file.
      parserOptions: {
        project: ['tsconfig.json', 'test/console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
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
    files: ['src/**/*.{ts,tsx}'],
    plugins: { ringflow: { rules: { walls } } },
    rules: { 'ringflow/walls': 'error' },
  },
  pure,
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
