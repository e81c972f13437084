/** FreeSWITCH: menus of mod_ivr. */
import type { System, TranslatedFlow } from '../project/index.ts';
import { createDraft } from '../project/index.ts';
import { FlowMaker } from './flow-maker.ts';
import { interpretMenu } from './interpreter.ts';
import { toFlowName } from './make-app.ts';
import { mapping } from './mapping.ts';
import { Outside } from './outside.ts';
import { planFlows } from './plan.ts';
import { hasMenus, readMenus } from './read.ts';
import { tellNodes } from './tell.ts';

export const freeswitch: System = {
  id: 'freeswitch',
  name: 'FreeSWITCH',
  mapping,
  recognise: (source) => source.format === 'xml' && hasMenus(source.root),
  translate: (sources, project) => {
    const menus = readMenus(sources, project);
    const plan = planFlows(menus);
    const [first] = sources;
    if (menus.byName.size === 0 && first !== undefined)
      project.report(first.file, {
        code: 'import-no-entry',
        message: 'the file has no menu with a name',
        span: first.root.span,
      });
    tellNodes(menus, project);
    const { after_menu: afterMenu } = project.answers;
    const entries = plan.flows.filter(({ kind }) => kind === 'entry').map(({ menu }) => menu.name);
    return plan.flows.map((flow): TranslatedFlow => {
      const { kind, menu } = flow;
      const draft = createDraft(toFlowName(menu.name, kind));
      const outside = new Outside(project, draft);
      new FlowMaker(draft, flow, { menus, plan, outside, project }).make();
      const isNested = kind === 'shared';
      const [only = '', other] = entries;
      const root = !isNested || entries.includes(menu.name) ? menu.name : other === undefined ? only : '';
      const outermost = { menu: menu.name, root, isNested };
      const original = interpretMenu(
        menus,
        afterMenu === 'hangup' || kind !== 'entry' ? outermost : { ...outermost, afterMenu },
        outside,
      );
      return { draft, original, isEntry: kind === 'entry' };
    });
  },
};
