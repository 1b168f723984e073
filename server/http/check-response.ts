import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { closed } from './closed-schemas.ts';
import type { ContractDocument } from './contract.ts';
import type { Operation } from './handler.ts';

/** Throws if the contract does not document this response of `operation`. */
export type CheckResponse = (operation: Operation, status: number, body: unknown) => void;

/**
 * Validates every response of an operation against the contract: its status, its error code, each field. For
 * tests. The validator's own response check does not do, since it sees neither rejections before validation
 * nor any 500.
 */
export function createResponseCheck(document: ContractDocument): CheckResponse {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    validateFormats: false,
    allErrors: true,
  });
  ajv.addSchema(closed(document), 'contract');
  const checks = new Map<string, ValidateFunction>();

  return ({ operationId, path, method, errorCodes }, status, body) => {
    const bug = (what: string) =>
      new Error(`Bug: ${operationId} answered what the contract does not know: ${what}`);
    const response = document.paths[path]![method]!.responses?.[status];
    if (!response) throw bug(`the status ${status}`);
    const place =
      '$ref' in response ? response.$ref : `#/paths/${pointer(path)}/${method}/responses/${status}`;
    const schema = `contract${place}/content/application~1json/schema`;
    const check = checks.get(schema) ?? ajv.compile({ $ref: schema });
    checks.set(schema, check);
    if (!check(body)) throw bug(ajv.errorsText(check.errors, { dataVar: `the ${status}'s body` }));
    // Operations share their error responses, and some of these list more codes than the operation has.
    const { error } = body as { error?: { code: string } };
    if (error && !errorCodes.includes(error.code)) throw bug(`the code ${error.code}`);
  };
}

/** A path as one step of a JSON pointer in a URL's fragment (RFC 6901, section 6). */
function pointer(path: string): string {
  return encodeURIComponent(path.replaceAll('/', '~1'));
}
