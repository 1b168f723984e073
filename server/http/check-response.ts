import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ContractDocument } from './contract.ts';
import type { Operation } from './handler.ts';

/** Throws when the contract does not know this answer to `operation`. */
export type CheckResponse = (operation: Operation, status: number, body: unknown) => void;

/**
 * Holds every answer to an operation against the contract: its status, its error code, each field. For tests. Not the validator's own check of
 * responses, since that one sees neither what is refused before validation nor any 500.
 */
export function createResponseCheck(document: ContractDocument): CheckResponse {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  ajv.addSchema(document, 'contract');
  const checks = new Map<string, ValidateFunction>();

  return ({ operationId, path, method }, status, body) => {
    const response = `/paths/${pointer(path)}/${method}/responses/${status}`;
    let check = checks.get(response);
    if (!check) {
      check = ajv.compile({ $ref: `contract#${response}/content/application~1json/schema` });
      checks.set(response, check);
    }
    if (check(body)) return;
    const faults = ajv.errorsText(check.errors, { dataVar: 'body' });
    throw new Error(
      `Bug: ${operationId} answered ${status} in a way that the contract does not know: ${faults}`,
    );
  };
}

function pointer(path: string): string {
  return encodeURIComponent(path.replaceAll('/', '~1'));
}
