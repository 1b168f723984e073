import type { Trial, TrialParameter } from '../../../pages/docs/page-data.ts';
import { type Contract, type ContractOperation, nameIn, resolved } from './contract.ts';
import type { Facts } from './facts.ts';

/** How a credential is sent as `Authorization: Bearer`. */
const BEARERS = ['apiKey', 'walletSession', 'ownerKey'];

/** What the form to try an operation is made of. */
export function trialOf(
  { components }: Contract,
  method: string,
  path: string,
  { security, parameters = [], requestBody }: ContractOperation,
  facts: Facts,
): Trial {
  const [content] = Object.values(requestBody?.content ?? {});
  return {
    method: method.toUpperCase(),
    path,
    takesKey: security.some((way) => BEARERS.some((name) => name in way)),
    parameters: parameters.map((each) => {
      const { name, in: place, required = false, schema } = resolved(components.parameters, each);
      const named = schema.$ref === undefined ? schema : components.schemas[nameIn(schema.$ref)]!;
      return {
        name,
        in: place as TrialParameter['in'],
        required,
        options: named.enum?.map(String) ?? null,
      };
    }),
    body: content === undefined ? null : JSON.stringify(exampleOf(content.example, facts), null, 2),
  };
}

/** The contract's example, with a token that this deployment has. */
export function exampleOf(example: unknown, { test }: Facts): object {
  const given = (example ?? {}) as Record<string, unknown>;
  const mint = test.tokens[0]?.mint;
  return mint !== undefined && 'mint' in given ? { ...given, mint } : given;
}
