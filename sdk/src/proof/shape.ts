import type { ProofCheck } from './verify-proof.ts';

/** What may stand in a field: a test, and what it is called. */
type Rule = readonly [wanted: string, holds: (value: unknown) => boolean];

const TEXT: Rule = ['a text', (value) => typeof value === 'string'];
const ADDRESS: Rule = [
  'an address',
  (value) => typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value),
];
const SIGNATURE: Rule = [
  'a signature',
  (value) => typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(value),
];
const AMOUNT: Rule = [
  'an amount in atomic units',
  (value) => typeof value === 'string' && /^(?:0|[1-9][0-9]{0,19})$/.test(value),
];
const COUNT: Rule = ['a whole number', (value) => Number.isSafeInteger(value) && (value as number) >= 0];
const COUNT_OR_NULL: Rule = ['a whole number or null', (value) => value === null || COUNT[1](value)];
const BOOLEAN: Rule = ['true or false', (value) => typeof value === 'boolean'];

const oneOf = (...values: readonly string[]): Rule => [
  values.join(' or '),
  (value) => values.includes(value as string),
];

const TERMS: Record<string, Rule> = {
  genesisHash: ADDRESS,
  mandateId: TEXT,
  payer: ADDRESS,
  payee: ADDRESS,
  mint: ADDRESS,
  amountPerPeriod: AMOUNT,
  periodSeconds: COUNT,
  maxPeriods: COUNT_OR_NULL,
  trialSeconds: COUNT,
  sellMode: oneOf('subscription', 'once'),
  delegate: ADDRESS,
};

const TRANSACTION: Record<string, Rule> = {
  kind: oneOf('approval', 'subscription', 'payment', 'pull'),
  signature: SIGNATURE,
  instructionIndex: COUNT,
  transaction: TEXT,
};

const PROOF: Record<string, Rule> = {
  object: oneOf('charge_proof'),
  version: oneOf('autopay/proof/v1'),
  livemode: BOOLEAN,
  createdAt: COUNT,
  chargeId: TEXT,
  reference: ADDRESS,
  tokenProgram: oneOf('token', 'token-2022'),
  decimals: COUNT,
  periodIndex: COUNT,
  amount: AMOUNT,
  chargeReference: ADDRESS,
};

const SUBSCRIPTION: Record<string, Rule> = { account: ADDRESS, plan: ADDRESS, planOwner: ADDRESS };

/** The fields of a file that are not what a proof has there, a sentence each. None: it has the form of a proof. */
export function shapeFaults(file: unknown): ProofCheck[] {
  const faults: ProofCheck[] = [];
  const fault = (field: string, says: string) => faults.push({ field, ok: false, says });
  const hold = (value: unknown, rules: Record<string, Rule>, path: string): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      fault(path, `${path || 'The file'} is no object: this is no proof of a charge.`);
      return;
    }
    for (const [name, [wanted, holds]] of Object.entries(rules)) {
      const field = path === '' ? name : `${path}.${name}`;
      if (!holds((value as Record<string, unknown>)[name])) fault(field, `${field} must be ${wanted}.`);
    }
  };
  hold(file, PROOF, '');
  // Not of something else what it lacks, field by field.
  const other = faults.find(({ field }) => field === 'object');
  if (other && faults.length > 1) return [{ ...other, says: `${other.says} This is no proof of a charge.` }];
  if (faults.length > 0) return faults;
  const { terms, settlement, authorizations, subscription } = file as Record<string, unknown>;
  hold(terms, TERMS, 'terms');
  hold(settlement, TRANSACTION, 'settlement');
  if (subscription !== null) hold(subscription, SUBSCRIPTION, 'subscription');
  if (!Array.isArray(authorizations)) fault('authorizations', 'authorizations must be a list.');
  else for (const [at, each] of authorizations.entries()) hold(each, TRANSACTION, `authorizations.${at}`);
  return faults;
}
