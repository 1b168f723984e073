/** The contract as the reference reads it: OpenAPI 3.1, as far as ours goes. */
export interface Contract {
  info: { title: string; version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, ContractOperation>>;
  webhooks: Record<string, { post: ContractOperation }>;
  components: {
    securitySchemes: Record<string, { description: string }>;
    parameters: Record<string, Parameter>;
    responses: Record<string, ContractResponse>;
    schemas: Record<string, Schema>;
  };
}

export interface Reference {
  $ref: string;
}

export interface ContractOperation {
  operationId: string;
  tags?: string[];
  summary: string;
  description?: string;
  security: Record<string, unknown>[];
  'x-error-codes'?: string[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, ContractResponse | Reference>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface ContractResponse {
  description: string;
  content?: Content;
}

export type Content = Record<string, { schema: Schema; example?: unknown }>;

export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** The last step of a reference into the components. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** What a reference names, or the thing itself. */
export function resolved<T extends object>(named: Record<string, T>, part: T | Reference): T {
  return '$ref' in part ? named[nameIn((part as Reference).$ref)]! : (part as T);
}
