export { Fields, toData, toText } from './fields.ts';
export type { UnreadField } from './fields.ts';
export type {
  DataNode,
  ElementNode,
  ListNode,
  ObjectNode,
  Placeholder,
  ReadSource,
  SourceFile,
  TextNode,
} from './source.ts';
export { locatePlaceholders } from './placeholders.ts';
export { readSource } from './read-source.ts';
export { CONTENT_ELSEWHERE } from './read-terraform.ts';
