/**
 * Checks openapi.yaml three times: against the OpenAPI schema (swagger-parser), with a linter that sees what that misses, and by the
 * rules of this contract.
 */
import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lint } from '@redocly/openapi-core';
import { CONTRACT_FILE, readContract } from './contract.ts';
import { faultsOf } from './contract-rules.ts';

await SwaggerParser.validate(CONTRACT_FILE);

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // Each deployment has an address of its own; the document is served by it.
    'no-server-example.com': 'off',
    // A delivery's receiver is the merchant's server, which responds as it likes.
    'operation-4xx-response': 'off',
    'operation-operationId-unique': 'error',
    'path-parameters-defined': 'error',
    'no-invalid-media-type-examples': 'error',
    // Event and Error are there for the packages' types.
    'no-unused-components': 'off',
    'tag-description': 'off',
  },
});
const problems = await lint({ ref: CONTRACT_FILE, config });
for (const { severity, ruleId, message, location } of problems) {
  console.error(`${severity} ${ruleId}: ${message} at ${location[0]?.pointer}`);
}
const faults = faultsOf(await readContract());
for (const fault of faults) console.error(fault);
if (problems.length + faults.length > 0) process.exitCode = 1;
else console.log('The contract is valid and clean.');
