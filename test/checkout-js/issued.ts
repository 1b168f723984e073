import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  isSignerRole,
  isWritableRole,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import {
  findAssociatedTokenPda,
  getApproveCheckedInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import type { CheckoutView } from '@autopay/checkout-js';
import { planReference } from '@autopay/checkout-js/inspect';
import { planOf, subscriptionOf } from '../../server/chain/subscriptions/addresses.ts';
import { initAuthority, subscribe, UNKNOWN_INIT_ID } from '../../server/chain/subscriptions/instructions.ts';

/** The wallets and programs of the example mandate. Two of each, so that one can be put in the other's place. */
export const WALLETS = {
  payer: address('AWxggjuZRmWULwxwPeM6ZZxRtdDdekVq22mFRx2QbW7U'),
  payee: address('9h3NctATCQvBt2QD7k7LYBZEmrEuPyvWNRicVZwPBc6M'),
  delegate: address('8UopbHH1AeJB4b2pYYtK1d1dDVwGut9yqKjTVfvzU3f9'),
  mint: address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  other: address('2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'),
};

/** Token-2022, whose instructions used here have the layout of SPL Token's. */
export const TOKEN_2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');

const BLOCKHASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' as Blockhash;

/** A pending mandate's view with its true reference: 12 monthly periods of 12.5, beside another mandate's 3. */
export async function viewOf(changes: Partial<CheckoutView> = {}): Promise<CheckoutView> {
  const { payer, payee, delegate, mint } = WALLETS;
  const view: CheckoutView = {
    object: 'checkout_mandate',
    id: 'man_2eKpV9sTq4xRwZ8uYh3Nc',
    livemode: false,
    createdAt: 1_767_225_600,
    payer,
    payee,
    mint,
    delegate,
    planDelegate: delegate,
    scheme: 'approval',
    subscription: null,
    amountPerPeriod: '12500000',
    periodSeconds: 2_592_000,
    maxPeriods: 12,
    startAt: 1_767_225_600,
    expiresAt: null,
    status: 'pending',
    periodsCharged: 0,
    trialEndsAt: null,
    fundsSufficientAtSignup: false,
    sellMode: 'subscription',
    trialSeconds: 0,
    reference: '',
    planSignature: null,
    authorizedUntil: null,
    version: 1,
    merchantName: 'Coffee Club',
    brand: { logoUrl: null, accentColor: null, supportEmail: null, supportUrl: null },
    symbol: 'USDC',
    decimals: 6,
    tokenProgram: 'token',
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    approveAmount: '153000000',
    approveParts: [
      { mandateId: 'man_2eKpV9sTq4xRwZ8uYh3Nc', amount: '150000000' },
      { mandateId: null, amount: '3000000' },
    ],
    replacesDelegate: null,
    signingCosts: { paidBy: 'payer', depositLamports: '0', limitReached: false },
    firstCharge: null,
    name: 'Coffee Club',
    description: null,
    paymentLink: null,
    product: null,
    imageUrl: null,
    successUrl: null,
    now: 1_767_225_600,
    alreadyActiveSince: null,
    funds: null,
    ...changes,
  };
  return { ...view, reference: changes.reference ?? (await planReference({ ...view, mandateId: view.id })) };
}

/** The view of a one-time purchase for 12.5. */
export function onceViewOf(changes: Partial<CheckoutView> = {}): Promise<CheckoutView> {
  return viewOf({
    sellMode: 'once',
    periodSeconds: 0,
    maxPeriods: 1,
    approveAmount: null,
    approveParts: [],
    ...changes,
  });
}

/** What the main instruction says; by default what the view says. */
export interface Meaning {
  payer: Address;
  payee: Address;
  mint: Address;
  delegate: Address;
  reference: Address;
  amountAtomic: bigint;
  decimals: number;
  program: Address;
}

/** The meaning that an honest service gives `view`. */
export function meaningOf(view: CheckoutView): Meaning {
  return {
    payer: address(view.payer),
    payee: address(view.payee),
    mint: address(view.mint),
    delegate: address(view.delegate),
    reference: address(view.reference),
    amountAtomic: BigInt(view.approveAmount ?? view.amountPerPeriod),
    decimals: view.decimals,
    program: view.tokenProgram === 'token' ? TOKEN_PROGRAM_ADDRESS : TOKEN_2022,
  };
}

/** The associated account, by the token program's own client. */
export async function accountOf(owner: Address, mint: Address, tokenProgram: Address): Promise<Address> {
  return (await findAssociatedTokenPda({ owner, mint, tokenProgram }))[0];
}

/** ApproveChecked with the reference. */
export async function approval(meaning: Meaning): Promise<Instruction> {
  const { payer, mint, delegate, amountAtomic, decimals, program } = meaning;
  const source = await accountOf(payer, mint, program);
  const owner = createNoopSigner(payer);
  return withReference(
    getApproveCheckedInstruction(
      { source, mint, delegate, owner, amount: amountAtomic, decimals },
      { programAddress: program },
    ),
    meaning.reference,
  );
}

/** TransferChecked with the reference. */
export async function payment(meaning: Meaning): Promise<Instruction> {
  const { payer, payee, mint, amountAtomic, decimals, program } = meaning;
  const source = await accountOf(payer, mint, program);
  const destination = await accountOf(payee, mint, program);
  const authority = createNoopSigner(payer);
  return withReference(
    getTransferCheckedInstruction(
      { source, mint, destination, authority, amount: amountAtomic, decimals },
      { programAddress: program },
    ),
    meaning.reference,
  );
}

function withReference({ programAddress, accounts, data }: Instruction, reference: Address): Instruction {
  const plain = accounts!.map(({ address, role }) => ({ address, role }));
  return {
    programAddress,
    accounts: [...plain, { address: reference, role: AccountRole.READONLY }],
    data: data!,
  };
}

/** Base64 of the bincode layout, written here a second time on purpose. */
export function bincode({ programAddress, accounts = [], data = new Uint8Array() }: Instruction): string {
  const metas = accounts.map(({ address, role }) =>
    Buffer.concat([key(address), Buffer.from([Number(isSignerRole(role)), Number(isWritableRole(role))])]),
  );
  return Buffer.concat([
    key(programAddress),
    u64(accounts.length),
    ...metas,
    u64(data.length),
    Buffer.from(data),
  ]).toString('base64');
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function key(text: Address): Buffer {
  return Buffer.from(getAddressEncoder().encode(text));
}

/** Base64 of the unsigned v0 transaction. */
export function wire(instructions: Instruction[], feePayer: Address = WALLETS.payer): string {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(feePayer, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: BLOCKHASH, lastValidBlockHeight: 150n }, paid),
    (alive) => appendTransactionMessageInstructions(instructions, alive),
  );
  return getBase64EncodedWireTransaction(compileTransaction(message));
}

/** The plan of the example mandate: the owner's seventh. */
export const PLAN = {
  owner: address('2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'),
  planId: 7n,
  planCreatedAt: 1_767_225_000n,
};

/** A pending view of the plan scheme, whose plan is chosen. */
export async function planViewOf(changes: Partial<CheckoutView> = {}): Promise<CheckoutView> {
  const { address: plan } = await planOf(PLAN.owner, PLAN.planId);
  const account = await subscriptionOf(plan, address(changes.payer ?? WALLETS.payer));
  return viewOf({
    scheme: 'plan',
    subscription: { account, plan, planOwner: PLAN.owner },
    approveAmount: null,
    approveParts: [],
    ...changes,
  });
}

/** What an honest service issues under the plan scheme: the opening of the payer's authority, and the subscription. */
export async function planStepsOf(
  view: CheckoutView,
  {
    rentPayer = address(view.payer),
    initId = UNKNOWN_INIT_ID,
  }: { rentPayer?: Address; initId?: bigint } = {},
): Promise<{ init: Instruction; joined: Instruction }> {
  const { payer, mint, program, reference } = meaningOf(view);
  const source = await accountOf(payer, mint, program);
  const rest = { rentPayer, references: [reference] };
  const init = await initAuthority({ payer, mint, tokenProgram: view.tokenProgram, source }, rest);
  const agreed = {
    ...PLAN,
    mint,
    amountAtomic: BigInt(view.amountPerPeriod),
    periodHours: BigInt(view.periodSeconds / 3600),
  };
  return { init, joined: await subscribe({ ...agreed, payer, initId }, rest) };
}
