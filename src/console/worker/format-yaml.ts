import type { Formatter } from '../../authoring/lsp/index.ts';

/** Formats with Prettier in the style of the samples. Loaded at the first use, because Prettier is as large as the rest. */
export const formatYaml: Formatter = async (text) => {
  const [{ format }, yaml] = await Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/yaml'),
  ]);
  return format(text, { parser: 'yaml', plugins: [yaml], printWidth: 110, singleQuote: true });
};
