/** Checks the expanded contract twice: against the OpenAPI schema (swagger-parser), and with a linter that sees what that misses. */
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lint } from '@redocly/openapi-core';

const document = join(import.meta.dirname, '..', '..', 'server', 'generated', 'openapi.json');

await SwaggerParser.validate(document);

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // Each deployment has an address of its own; the document is served by it.
    'no-server-example.com': 'off',
    // A delivery's receiver is the merchant's server, which answers as it likes.
    'operation-4xx-response': 'off',
    'operation-operationId-unique': 'error',
    'path-parameters-defined': 'error',
    'no-invalid-media-type-examples': 'error',
    // Event and Error are there for the packages' types.
    'no-unused-components': 'off',
    'tag-description': 'off',
  },
});
const problems = await lint({ ref: document, config });
for (const { severity, ruleId, message, location } of problems) {
  console.error(`${severity} ${ruleId}: ${message} at ${location[0]?.pointer}`);
}
if (problems.length > 0) process.exitCode = 1;
else console.log('The contract is valid and clean.');
