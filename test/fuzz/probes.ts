import { type Contract, resolveParameter } from './contract.ts';
import { OVERSIZED } from './junk.ts';
import { type Credentials, fitting, type FuzzRequest, missingIn } from './requests.ts';

/**
 * A few requests to each operation that are refused early, one for each reason: what chance would find only sometimes. The valid ones
 * carry the contract's own example.
 */
export function probesOf(contract: Contract, credentials: Credentials): FuzzRequest[] {
  return Object.entries(contract.paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { operationId, parameters = [], requestBody } = operation;
      const required = parameters
        .map((each) => resolveParameter(contract, each))
        .filter((each) => each.in === 'query' && each.required);
      const query = required
        .map(({ name }) => `${name}=So11111111111111111111111111111111111111112`)
        .join('&');
      const path = template.replaceAll(/\{\w+\}/g, () => missingIn(template));
      const example = requestBody?.content['application/json'].example;
      const request: FuzzRequest = {
        operationId,
        method: method.toUpperCase(),
        path: `${path}?${query}`,
        credential: fitting(operation, Object.keys(credentials))[0]!,
        headers: { 'content-type': 'application/json' },
        body: example === undefined ? null : Buffer.from(JSON.stringify(example)).toString('latin1'),
      };
      return [
        request,
        { ...request, credential: 'none' },
        { ...request, credential: 'apiKey read' },
        { ...request, path: `${path}?${query}&unknown=1` },
        { ...request, body: OVERSIZED },
      ];
    }),
  );
}
