/** What the control plane says to a request that it cannot do. */

/** An error of Fastify's, with what its schema check found. */
export interface ControlError {
  statusCode?: number;
  message: string;
  validationContext?: string;
  validation?: { instancePath: string; keyword: string; params: Record<string, unknown> }[];
}

/** The message, with the values that would be right where there is a list of them. */
export function controlError({ message, validation = [], validationContext = '' }: ControlError): string {
  const choice = validation.find(({ keyword }) => keyword === 'enum');
  if (choice === undefined) return message;
  const { instancePath, params } = choice;
  return `${validationContext}${instancePath} must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
}
