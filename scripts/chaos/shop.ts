import {
  AccountRole,
  type Address,
  appendTransactionMessageInstruction,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import {
  findAssociatedTokenPda,
  getApproveCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { Autopay, createMerchant, type Mandate, type TestWallet } from '@autopay/sdk';
import type { Event } from '@autopay/webhooks-verify';
import { refundApprovalReference } from '../../server/chain/references.ts';
import type { Scheme } from '../../rules/mandates/scheme.ts';
import { OPT_IN_EVENTS, STANDARD_EVENTS } from '../../rules/webhooks/event-filter.ts';
import { until } from '../bench/until.ts';
import { type Receiver, receiveWebhooks } from '../demo/receive-webhooks.ts';
import type { Stage } from './stage.ts';

/** A merchant with subscribers who are charged every 30 days, and a receiver for its webhooks. */
export interface Shop {
  id: string;
  api: Autopay;
  testKey: string;
  mint: string;
  payee: string;
  subscriptions: { mandate: Mandate; payer: string }[];
  receiver: Receiver;
  /** One of each event id, in the order in which they came. */
  received: readonly Event[];
}

/** Each costs a lookup on chain per period at the end; this many keep two workers busy for a second. */
const SUBSCRIPTIONS = 12;
export const PERIOD_SECONDS = 30 * 86_400;
export const AMOUNT = 1_000_000n;
/** Every wallet's initial balance. */
export const FUNDS = 1_000_000_000_000n;
/** More than a run has rounds. */
const MAX_PERIODS = 5_000;

/**
 * On plans every other subscription has no end: those share one plan, and their pulls transactions, while each with an end has a plan of its own. Under
 * `approval` all have an end, since an approval without one runs out within a run.
 */
function sharesPlan(scheme: Scheme, n: number): boolean {
  return scheme === 'plan' && n % 2 === 1;
}

/** Opens the shop. Its payee lets the service sign refunds; every subscription has been charged once. */
export async function openShop(stage: Stage): Promise<Shop> {
  const { id, keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: stage.apiUrl });
  const api = new Autopay(keys.test, { baseUrl: stage.apiUrl });
  const mint = (await api.tokens.list()).data.find(({ floor }) => floor)!.mint;
  const wallet = () => api.test.createWallet({ mint, amount: FUNDS.toString() });
  const receiver = await receiveWebhooks();
  const received: Event[] = [];
  receiver.onEvent((event) => void received.push(event));
  const events = [...STANDARD_EVENTS, ...OPT_IN_EVENTS];
  receiver.useSecret((await api.webhookEndpoints.create({ url: receiver.url, events })).secret);
  const payee = await wallet();
  const subscriptions = [];
  for (let n = 0; n < SUBSCRIPTIONS; n += 1) {
    const payer = await wallet();
    const mandate = await api.mandates.create({
      payer: payer.address,
      payee: payee.address,
      mint,
      amountPerPeriod: AMOUNT.toString(),
      periodSeconds: PERIOD_SECONDS,
      maxPeriods: sharesPlan(stage.scheme, n) ? null : MAX_PERIODS,
      autoAuthorize: true,
    });
    subscriptions.push({ mandate, payer: payer.address });
  }
  await delegateRefunds(stage, payee, subscriptions[0]!.mandate);
  return { id, api, testKey: keys.test, mint, payee: payee.address, subscriptions, receiver, received };
}

/** The payee lets the delegate sign their refunds, by an approval that says so with its reference. */
async function delegateRefunds(stage: Stage, payee: TestWallet, mandate: Mandate): Promise<void> {
  const signer = await createKeyPairSignerFromBytes(Buffer.from(payee.secretKey, 'base64'));
  const rpc = createSolanaRpc(stage.localnet.rpcUrl);
  const mint = mandate.mint as Address;
  const delegate = mandate.delegate as Address;
  const [source] = await findAssociatedTokenPda({
    owner: signer.address,
    mint,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  });
  const approval = getApproveCheckedInstruction({
    source,
    mint,
    delegate,
    owner: signer,
    amount: FUNDS,
    decimals: 6,
  });
  const reference = refundApprovalReference(stage.localnet.genesisHash, {
    payee: signer.address,
    mint,
    delegate,
  });
  const instruction = {
    ...approval,
    accounts: [...approval.accounts, { address: reference, role: AccountRole.READONLY }],
  };
  const { value: blockhash } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(signer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(blockhash, m),
    (m) => appendTransactionMessageInstruction(instruction, m),
  );
  const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
  const signature = await rpc
    .sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' })
    .send();
  await until('the approval of refunds', async () => {
    const { value } = await rpc.getSignatureStatuses([signature]).send();
    return value[0]?.confirmationStatus === 'confirmed' || value[0]?.confirmationStatus === 'finalized';
  });
}
