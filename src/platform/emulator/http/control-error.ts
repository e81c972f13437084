/** What the control plane says to a request that it cannot do. */

/** An error of Fastify's, with what its schema check found. */
export interface ControlError {
  statusCode?: number;
  message: string;
  validationContext?: string;
  validation?: Complaint[];
}

/** An error of ajv's, which is told what the schema says around it. */
interface Complaint {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  /** The name of a member that is wrong in itself. */
  propertyName?: string;
  parentSchema?: { title?: string; properties?: object };
}

/** The message, with what would be right where that is known. */
export function controlError({ message, validation = [], validationContext = '' }: ControlError): string {
  const [advice] = validation.flatMap((complaint) => adviceOf(complaint) ?? []);
  return advice === undefined ? message : validationContext + advice;
}

function adviceOf(complaint: Complaint): string | undefined {
  const { instancePath, keyword, params, propertyName = '', parentSchema = {} } = complaint;
  const { title, properties = {} } = parentSchema;
  const place = propertyName === '' ? instancePath : `${instancePath}/${propertyName}`;
  if (keyword === 'enum') return `${place} must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  if (keyword === 'additionalProperties')
    return `${place}/${String(params.additionalProperty)} is not known; known are ${Object.keys(properties).join(', ')}`;
  const isOfForm = keyword === 'pattern' || keyword === 'format';
  return isOfForm && title !== undefined ? `${place} must be ${title}` : undefined;
}
