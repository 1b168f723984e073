/** A schema of the contract, as far as requests use it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** A parameter of an operation. */
export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

/** The generated contract. */
export interface Contract {
  paths: Record<string, Record<string, ContractOperation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

/** An operation, as far as requests to it go. */
export interface ContractOperation {
  operationId: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': { schema: Schema; example?: object } } };
  responses: Record<string, unknown>;
}

/** The parameter that a reference names. */
export function resolveParameter({ components }: Contract, parameter: Parameter): Parameter {
  return parameter.$ref ? components.parameters[lastOf(parameter.$ref)]! : parameter;
}

/** The schema that a reference names, with what stands beside it. */
export function resolve({ components }: Contract, schema: Schema): Schema {
  return schema.$ref
    ? ({ ...components.schemas[lastOf(schema.$ref)]!, ...schema, $ref: undefined } as Schema)
    : schema;
}

const lastOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);
