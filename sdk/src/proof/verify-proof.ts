import type { components } from '../generated/api.ts';
import { fromBase64, toBase64 } from '../testing/bytes.ts';
import { referenceOf, tokenAccountOf } from '../testing/instructions.ts';
import { isFullySigned, type ReadTransaction, readTransaction, signatureOf } from '../testing/transaction.ts';
import {
  type Instruction,
  type ProvenTransfer,
  readApproval,
  readSubscribe,
  readTransfer,
  subscriptionOf,
  TOKEN_PROGRAMS,
} from './read-transfer.ts';
import { shapeFaults } from './shape.ts';

type Proof = components['schemas']['ChargeProof'];
type ProofTransaction = components['schemas']['ProofTransaction'];

/** One thing that was checked. */
export interface ProofCheck {
  /** What it is about, by its path in the file, such as `authorizations.0.signature`. */
  field: string;
  ok: boolean;
  /** A sentence: what holds, or what does not and what that means. */
  says: string;
}

/** What became of a proof. */
export interface ProofVerdict {
  /** Whether every check holds: the payer signed these terms, and this transfer is a charge under them. */
  ok: boolean;
  checks: ProofCheck[];
  /** Fields that are the service's own names for things: nothing that anybody signed states them. */
  labels: string[];
  /** What no file can show, and a node of the chain can. */
  onlyANode: string[];
}

/**
 * Checks a charge's proof, as `GET /v1/charges/{id}/proof` gives it, by itself: signatures, derivations and amounts. Needs WebCrypto with
 * Ed25519 and asks nobody. Never throws: what is no proof gets a verdict that says so.
 */
export async function verifyProof(file: unknown): Promise<ProofVerdict> {
  const faults = shapeFaults(file);
  if (faults.length > 0) return { ok: false, checks: faults, labels: [], onlyANode: [] };
  const proof = file as Proof;
  const checks: ProofCheck[] = [];
  const check: Check = (field, ok, holds, fails) => {
    checks.push({ field, ok, says: ok ? holds : fails });
    return ok;
  };
  try {
    await checkTerms(proof, check);
    const delegates = await checkAuthorizations(proof, check);
    await checkSettlement(proof, delegates, check);
  } catch {
    check('', false, '', 'The file holds an address that is none, so that nothing can be derived from it.');
  }
  return {
    ok: checks.every(({ ok }) => ok),
    checks,
    labels: labelsOf(proof),
    onlyANode: onlyANode(proof),
  };
}

type Check = (field: string, ok: boolean, holds: string, fails: string) => boolean;

/** The terms derive the reference, and the charge is one that they allow. */
async function checkTerms(
  { terms, reference, amount, periodIndex, ...proof }: Proof,
  check: Check,
): Promise<void> {
  const derived = await referenceOf([
    'autopay/plan/v1',
    terms.genesisHash,
    terms.mandateId,
    terms.payer,
    terms.payee,
    terms.mint,
    terms.amountPerPeriod,
    String(terms.periodSeconds),
    String(terms.maxPeriods),
    String(terms.trialSeconds),
    terms.sellMode,
    terms.delegate,
  ]);
  check(
    'terms',
    derived === reference,
    'The terms derive the reference that the payer signed.',
    'The terms are not those that the payer signed: one of them, or the reference, was altered.',
  );
  const isOnce = terms.sellMode === 'once';
  check(
    'amount',
    isOnce ? BigInt(amount) >= BigInt(terms.amountPerPeriod) : amount === terms.amountPerPeriod,
    'The amount of the charge is that of the terms.',
    `The amount of the charge, ${amount}, is not what the terms say: ${terms.amountPerPeriod}.`,
  );
  check(
    'periodIndex',
    terms.maxPeriods === null || periodIndex < terms.maxPeriods || isOnce,
    'The charge is of a period that the terms have.',
    `The charge is of period ${periodIndex + 1}, and the terms have ${terms.maxPeriods}.`,
  );
  const isPayment = proof.settlement.kind === 'payment';
  const own = isPayment
    ? reference
    : await referenceOf(['autopay/charge/v1', terms.genesisHash, terms.mandateId, String(periodIndex)]);
  check(
    'chargeReference',
    own === proof.chargeReference,
    "The charge's reference is derived from the chain, the mandate and the period.",
    "The charge's reference is not that of this chain, mandate and period: one of these was altered.",
  );
}

/** What the payer signed. Returns the keys that it lets pull, with the most that each may. */
async function checkAuthorizations(proof: Proof, check: Check): Promise<Map<string, bigint>> {
  const delegates = new Map<string, bigint>();
  check(
    'authorizations',
    proof.authorizations.length > 0,
    'The file holds what the payer signed.',
    'Nothing that the payer signed is in this file. In test mode a mandate can authorize by itself; nobody has agreed to it.',
  );
  for (const [at, given] of proof.authorizations.entries()) {
    const field = `authorizations.${at}`;
    const found = await checkTransaction(given, field, check);
    if (found === null) continue;
    const { read, instruction } = found;
    check(
      `${field}.transaction`,
      read.signatures.has(proof.terms.payer),
      'The payer has signed this authorization.',
      'The payer of the terms has not signed this authorization: it proves nothing about them.',
    );
    const allowed = await checkConsent(proof, given, { field, instruction }, check);
    if (allowed !== null) {
      const before = delegates.get(allowed.delegate) ?? 0n;
      delegates.set(allowed.delegate, allowed.amount > before ? allowed.amount : before);
    }
  }
  return delegates;
}

/** Whom the payer lets pull how much with this instruction; null if it does not say what its kind says. */
async function checkConsent(
  { terms, reference, tokenProgram, decimals, subscription }: Proof,
  { kind }: ProofTransaction,
  { field, instruction }: { field: string; instruction: Instruction },
  check: Check,
): Promise<{ delegate: string; amount: bigint } | null> {
  const token = { mint: terms.mint, program: tokenProgram as 'token', decimals };
  const source = await tokenAccountOf(terms.payer, token);
  const isKind = (is: boolean) =>
    check(
      `${field}.kind`,
      is,
      `The instruction is what it is said to be: ${kind}.`,
      `The instruction is no ${kind}: its kind, its index or the transaction was altered.`,
    );
  const hasReference = (references: readonly string[]) =>
    check(
      `${field}.transaction`,
      references.includes(reference),
      'What the payer signed names the reference of these terms.',
      'What the payer signed does not name the reference of these terms: it agrees to something else.',
    );
  if (kind === 'subscription') {
    const subscribed = readSubscribe(instruction);
    if (!isKind(subscribed !== null && subscription !== null)) return null;
    const { plan, planOwner, account, mint, amount, periodHours, references, payer } = subscribed!;
    hasReference(references);
    const same =
      payer === terms.payer &&
      mint === terms.mint &&
      amount === BigInt(terms.amountPerPeriod) &&
      periodHours * 3600n === BigInt(terms.periodSeconds);
    check(
      `${field}.transaction`,
      same,
      'The payer subscribed to the amount and period of the terms.',
      'The payer subscribed to another amount, period or token than the terms say.',
    );
    check(
      'subscription.plan',
      plan === subscription!.plan,
      'The payer subscribed to this plan.',
      'The plan is not the one that the payer subscribed to.',
    );
    check(
      'subscription.planOwner',
      planOwner === subscription!.planOwner,
      "The plan's owner is the one that the payer's signature names.",
      "The plan's owner is not the one that the payer's signature names.",
    );
    check(
      'subscription.account',
      account === subscription!.account && account === (await subscriptionOf(plan, terms.payer)),
      "The subscription's address is derived from the plan and the payer.",
      "The subscription's address is not derived from this plan and payer.",
    );
    return { delegate: terms.delegate, amount };
  }
  if (kind === 'payment') {
    const transfer = readTransfer(instruction);
    if (!isKind(transfer !== null && transfer.authority === terms.payer)) return null;
    hasReference(transfer!.references);
    return { delegate: terms.payer, amount: transfer!.amount };
  }
  const approval = readApproval(instruction);
  if (!isKind(kind === 'approval' && approval !== null)) return null;
  hasReference(approval!.references);
  const same =
    approval!.source === source &&
    approval!.mint === terms.mint &&
    approval!.owner === terms.payer &&
    approval!.program === TOKEN_PROGRAMS[tokenProgram];
  check(
    `${field}.transaction`,
    same,
    "The approval is of the payer's own account in this token.",
    "The approval is not of the payer's own account in this token.",
  );
  check(
    'decimals',
    approval!.decimals === decimals,
    "The token's decimals are those that the payer signed.",
    "The token's decimals are not those that the payer signed.",
  );
  return { delegate: approval!.delegate, amount: approval!.amount };
}

/** The money moved from the payer to the payee, by a key that the payer let pull. */
async function checkSettlement(
  proof: Proof,
  delegates: ReadonlyMap<string, bigint>,
  check: Check,
): Promise<void> {
  const { settlement, terms, tokenProgram, subscription } = proof;
  const found = await checkTransaction(settlement, 'settlement', check);
  if (found === null) return;
  const transfer = readTransfer(found.instruction);
  const isTransfer = check(
    'settlement.instructionIndex',
    transfer !== null,
    'The instruction moves tokens.',
    'The instruction at this index moves no tokens: the index or the transaction was altered.',
  );
  if (!isTransfer || transfer === null) return;
  const isPayment = settlement.kind === 'payment';
  check(
    'settlement.kind',
    (settlement.kind === 'pull' || isPayment) && isPayment === (transfer.authority === terms.payer),
    isPayment ? 'The payer made this payment.' : 'The service pulled this payment.',
    'The kind of the settlement is not what its signatures say.',
  );
  check(
    'settlement.instructionIndex',
    transfer.references.length === 1 && transfer.references[0] === proof.chargeReference,
    "The transfer names this charge's reference, and no other.",
    "The transfer does not name this charge's reference: it pays something else. Several charges share a transaction; the index says which.",
  );
  await checkMovement(proof, transfer, check);
  check(
    'settlement.transaction',
    found.read.signatures.has(transfer.authority) &&
      (delegates.get(transfer.authority) ?? 0n) >= transfer.amount,
    'It is signed by a key that the payer let move at least this much.',
    'It is not signed by a key that the payer let move this much, as far as this file shows.',
  );
  const through = transfer.subscription;
  check(
    'subscription',
    (through?.account ?? null) === (subscription?.account ?? null) &&
      (through?.plan ?? null) === (subscription?.plan ?? null),
    through === null ? 'The token program moved it.' : "It was pulled through the payer's subscription.",
    'The subscription is not the one that the money was pulled through.',
  );
  check(
    'tokenProgram',
    transfer.program === TOKEN_PROGRAMS[tokenProgram],
    'The token is held by the program that is named.',
    'The token is held by another program than the one that is named.',
  );
}

async function checkMovement(
  { terms, tokenProgram, amount, decimals }: Proof,
  transfer: ProvenTransfer,
  check: Check,
): Promise<void> {
  const token = { mint: terms.mint, program: tokenProgram as 'token', decimals };
  const [source, destination] = [
    await tokenAccountOf(terms.payer, token),
    await tokenAccountOf(terms.payee, token),
  ];
  check(
    'terms.payer',
    transfer.source === source,
    "It moves tokens out of the payer's own account.",
    "It does not move tokens out of the payer's account.",
  );
  check(
    'terms.payee',
    transfer.destination === destination,
    "It moves them into the payee's own account.",
    "It does not move them into the payee's account.",
  );
  check(
    'terms.mint',
    transfer.mint === terms.mint,
    'It moves the token of the terms.',
    'It moves another token than the terms say.',
  );
  check(
    'amount',
    transfer.amount === BigInt(amount),
    'It moves exactly the amount of the charge.',
    `It moves ${transfer.amount}, and the charge says ${amount}.`,
  );
  check(
    'decimals',
    transfer.decimals === null || transfer.decimals === decimals,
    "The token's decimals are those of the transfer.",
    "The token's decimals are not those of the transfer.",
  );
}

/** The bytes are a transaction whose every signature is valid, under the signature that is named. */
async function checkTransaction(
  { transaction, signature, instructionIndex }: ProofTransaction,
  field: string,
  check: Check,
): Promise<{ read: ReadTransaction; instruction: Instruction } | null> {
  const bytes = fromBase64(transaction);
  const read = bytes !== null && toBase64(bytes) === transaction ? readTransaction(transaction) : null;
  const isReadable = check(
    `${field}.transaction`,
    read !== null,
    'The bytes are a whole transaction.',
    'The bytes are no whole transaction, or one whose accounts are in a lookup table, which only a node can read.',
  );
  if (!isReadable || read === null) return null;
  check(
    `${field}.signature`,
    signatureOf(read) === signature,
    'The signature that is named is that of the transaction.',
    'The signature that is named is not that of the transaction.',
  );
  const isSigned = check(
    `${field}.transaction`,
    await isFullySigned(read),
    'Every signature fits the bytes.',
    'A signature does not fit the bytes: what was signed is not what stands here.',
  );
  const instruction = read.instructions[instructionIndex];
  const isThere = check(
    `${field}.instructionIndex`,
    instruction !== undefined,
    'The transaction has the instruction that counts.',
    'The transaction has no instruction at this index.',
  );
  return isSigned && isThere ? { read, instruction: instruction! } : null;
}

function labelsOf({ subscription, settlement }: Proof): string[] {
  return [
    'livemode',
    'createdAt',
    'chargeId',
    // A pull through a subscription does not carry them.
    ...(subscription === null ? [] : ['decimals']),
    // A payment carries the reference of the terms.
    ...(settlement.kind === 'payment' ? ['periodIndex'] : []),
  ];
}

function onlyANode({ terms, settlement, authorizations, subscription }: Proof): string[] {
  const signatures = [...new Set([...authorizations, settlement].map(({ signature }) => signature))];
  return [
    `That the transactions landed, succeeded and are final, and when: ask for ${signatures.join(', ')}.`,
    `That the chain you ask is the one of the terms: its genesis hash is ${terms.genesisHash}.`,
    'That the token took no fee on the way, and which token the mint is.',
    ...(subscription === null
      ? []
      : [
          `That the plan ${subscription.plan} pays nobody but ${terms.payee}: the plan's account lists whom.`,
        ]),
  ];
}
