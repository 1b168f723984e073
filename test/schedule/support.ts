import {
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit';
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { expect } from 'vitest';
import { FINALIZED_TRAIL } from '../../server/localnet/slots.ts';
import { TOKEN_2022_PROGRAM_ADDRESS } from '../../server/localnet/token-layouts.ts';
import { backgroundTasks } from '../../server/start/background.ts';
import { createDispatcher } from '../../server/webhooks/dispatcher.ts';
import { createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { isOnPlans } from '../support/scheme-under-test.ts';
import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';

export const DAY = 86_400;
export const MONTH = 30 * DAY;
/** What one period costs in these tests, in atomic units. */
export const PRICE = 1_000_000n;

export interface Subscribed {
  id: string;
  mint: string;
  delegate: string;
  anchorAt: number;
  payer: TestWallet;
  payee: TestWallet;
}

export interface Start {
  mint?: string;
  /** Tokens that the payer starts with, in periods. */
  periods?: bigint;
  payer?: TestWallet;
  payee?: TestWallet;
  terms?: Record<string, unknown>;
}

/** An active subscription of 30 days without an end unless `terms` say otherwise; without a trial its first charge has succeeded. */
export async function subscribe(
  service: TestService,
  merchant: TestMerchant,
  { mint: token, periods = 1000n, terms = {}, ...wallets }: Start = {},
): Promise<Subscribed> {
  const mint = token ?? (await service.mint(merchant));
  const [payer, payee] = await Promise.all([
    wallets.payer ?? service.wallet(merchant, { mint, amount: (periods * PRICE).toString() }),
    wallets.payee ?? service.wallet(merchant, { mint, amount: '1' }),
  ]);
  const { id, delegate } = await createMandate(service, merchant, payer, payee, {
    mint,
    maxPeriods: null,
    autoAuthorize: true,
    ...terms,
  });
  if (terms['trialSeconds'] === undefined) await succeeded(merchant, id, 1);
  return {
    id,
    mint,
    delegate: delegate!,
    payer,
    payee,
    // The chain's second of the subscription may be one before the mandate's activation.
    anchorAt: (await merchant.api.mandates.listCharges(id)).data.at(-1)!.dueAt,
  };
}

/** Resolves when `count` charges of the mandate have succeeded. */
export function succeeded(merchant: TestMerchant, id: string, count: number): Promise<unknown> {
  return eventually(async () => (await merchant.api.mandates.get(id)).periodsCharged >= count && { count });
}

/** Resolves when the mandate has this status. */
export function reaches(merchant: TestMerchant, id: string, status: string): Promise<unknown> {
  return eventually(async () => (await merchant.api.mandates.get(id)).status === status);
}

/** Moves the merchant's clock; returns once what fell due has settled. */
export function advance(merchant: TestMerchant, seconds: number): Promise<unknown> {
  return merchant.api.test.advanceClock({ seconds });
}

/** The mandate's events, oldest first. */
export async function eventsOf(merchant: TestMerchant, mandate: string) {
  const { data } = await merchant.api.events.list({ limit: 50, mandate });
  // oxlint-disable-next-line typescript/no-explicit-any
  return data.toReversed().map((event) => ({ ...event, object: event.data.object as any }));
}

/** The types of the mandate's events, oldest first. */
export async function trail(merchant: TestMerchant, mandate: string): Promise<string[]> {
  return (await eventsOf(merchant, mandate)).map(({ type }) => type);
}

/** The mandate's newest charge. */
export async function newestCharge(merchant: TestMerchant, mandate: string) {
  return (await merchant.api.mandates.listCharges(mandate)).data[0]!;
}

/** Runs one look of the background now instead of within 15 s, and resolves when it is over. */
export async function look(
  service: TestService,
  task: 'accounts:watch' | 'subscriptions:watch' | 'charges:collect' | 'rent:watch',
): Promise<void> {
  const { deployment } = service.running;
  const tasks = backgroundTasks(deployment, createDispatcher(deployment));
  await tasks[task]({ livemode: false }, new AbortController().signal);
}

/** Runs one look for what payers ended on chain now: each scheme has its own. */
export function lookForCancellations(service: TestService): Promise<void> {
  return look(service, isOnPlans ? 'subscriptions:watch' : 'accounts:watch');
}

/**
 * What is on chain now becomes final. No further: a blockhash lives for 150 slots, and tests that run beside this one have transactions
 * out for signing.
 */
export async function finalize(service: TestService): Promise<void> {
  await service.skipSlots(FINALIZED_TRAIL + 1);
}

/** A mint of the localnet's own authority, on the registry and accepted by the merchant. */
export async function listMint(
  service: TestService,
  merchant: TestMerchant,
  made: { program?: 'token' | 'token-2022'; freezeAuthority?: boolean; extensions?: object },
): Promise<string> {
  const { program = 'token' } = made;
  const { mint } = await service.rpc('autopay_createMint', [{ decimals: 6, ...made }]);
  const now = Math.floor(Date.now() / 1000);
  await service.db`
    insert into tokens (livemode, mint, symbol, decimals, program, class, is_default, floor, created_at)
    values (false, ${mint}, 'TEST', 6, ${program}, 'other', false, false, ${now})`;
  await service.db`
    insert into token_choices (merchant_id, livemode, mint, accepted) values (${merchant.id}, false, ${mint}, true)`;
  await finalize(service);
  return mint;
}

/** Writes an approval into the payer's account, as their wallet would; a null delegate takes it away. */
export async function approve(
  service: TestService,
  { payer, mint }: Pick<Subscribed, 'payer' | 'mint'>,
  delegate: string | null,
  amount = 0n,
): Promise<void> {
  await service.rpc('autopay_approve', [{ mint, owner: payer.address, delegate, amount: amount.toString() }]);
  await finalize(service);
}

/** The wallet's associated token account. */
export async function accountOf(service: TestService, owner: string, mint: string) {
  const { value } = await service.rpc('getAccountInfo', [mint, { encoding: 'base64' }]);
  const tokenProgram = [TOKEN_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM_ADDRESS].find((id) => id === value.owner)!;
  const [account] = await findAssociatedTokenPda({
    owner: address(owner),
    mint: address(mint),
    tokenProgram,
  });
  return { account, tokenProgram };
}

/** Lands instructions that the wallet signs and pays for, and makes them final. */
export async function signAndLand(
  service: TestService,
  wallet: TestWallet,
  instructions: (signer: TransactionSigner) => Instruction[],
): Promise<void> {
  const signer = await createKeyPairSignerFromBytes(wallet.secretKey);
  const rpc = createSolanaRpc(service.running.localnetUrl!);
  const { value: blockhash } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(signer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(blockhash, m),
    (m) => appendTransactionMessageInstructions(instructions(signer), m),
  );
  const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
  const sent = await rpc
    .sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' })
    .send();
  await finalize(service);
  const { value } = await rpc.getSignatureStatuses([sent]).send();
  // Preflight looked at an older slot than the one in which it ran.
  expect(value).toMatchObject([{ err: null }]);
}
