/** VoiceXML 2.0 and 2.1. */
import type { System } from '../project/index.ts';
import { mapping } from './mapping.ts';
import { translateSite } from './translate.ts';

export const voicexml: System = {
  id: 'voicexml',
  name: 'VoiceXML',
  mapping,
  recognise: (source) => source.format === 'xml' && source.root.name.replace(/^.*:/, '') === 'vxml',
  translate: translateSite,
};
