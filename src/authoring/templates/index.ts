export {
  DEFAULT_TEMPLATE,
  fillTemplate,
  FLOW_NAME_PATTERN,
  FLOW_NAME_RULE,
  isFlowName,
  suggestFlowName,
  TEMPLATES,
  type TemplateName,
} from './templates.ts';
