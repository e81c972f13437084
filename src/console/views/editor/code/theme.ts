/** Looks of the code, by the tokens of the console: its custom properties reach into the shadow root. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const looks = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { font: '12px / 19px var(--mono)' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--text-3)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--sunk)' },
  '.cm-called': { boxShadow: 'inset 3px 0 0 var(--accent)', backgroundColor: 'var(--accent-soft)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--control-line)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: '10px',
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    font: '13px / 20px var(--sans)',
    boxShadow: 'var(--shadow-float)',
    maxWidth: '420px',
  },
  '.cm-hover': { padding: '8px 12px', whiteSpace: 'pre-wrap' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-tooltip.cm-completionInfo': { padding: 0 },
  '.cm-completionDetail': { color: 'var(--text-2)' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-diagnostic': { padding: '6px 10px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad-fill)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn-fill)' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad-fill)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn-fill)',
    textUnderlineOffset: '3px',
  },
  '.cm-mistake-gutter': { width: '14px', cursor: 'pointer' },
  '.cm-mistake-mark': { fontSize: '10px' },
  '.cm-mistake-mark.error': { color: 'var(--bad)' },
  '.cm-mistake-mark.warning': { color: 'var(--warn)' },
  '.cm-mistake-mark.info': { color: 'var(--text-3)' },
  '.cm-fix-card': { padding: '10px 12px', overflowWrap: 'anywhere' },
  '.cm-fix-card p': { margin: '0 0 6px' },
  '.cm-fix-card code': { color: 'var(--text-3)', font: '12px / 18px var(--mono)' },
  '.cm-fix-reason': { color: 'var(--text-2)', whiteSpace: 'pre-wrap' },
  '.cm-fix-row': { display: 'flex', flexWrap: 'wrap', gap: '6px', marginBottom: '6px' },
  '.cm-fix-button': {
    minHeight: '26px',
    padding: '2px 10px',
    border: '1px solid var(--accent)',
    borderRadius: '7px',
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    font: '560 13px / 20px var(--sans)',
    textAlign: 'left',
    cursor: 'pointer',
  },
  '.cm-fix-button:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-fix-button kbd': { marginLeft: '8px', font: 'inherit', opacity: '0.85' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-panel': { padding: '6px 10px', font: '13px / 20px var(--sans)' },
  '.cm-textfield': {
    border: '1px solid var(--control-line)',
    borderRadius: '7px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
  },
  '.cm-button': {
    border: '1px solid var(--line-strong)',
    borderRadius: '7px',
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: 'var(--code-key)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.typeName, tags.labelName], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.meta], color: 'var(--text-3)' },
]);

export const theme = [looks, syntaxHighlighting(colours)];
