import { randomBytes } from 'node:crypto';
import { newId, newSecret } from '../../server/lib/ids.ts';
import { hashSecret } from '../../server/lib/secrets.ts';
import { insertInvitation } from '../../server/team/invitation-queries.ts';
import { randomAddress, seedMandate } from '../support/deployment.ts';
import { insertMember } from '../support/member.ts';
import { signUpBody } from '../support/person.ts';
import type { Caller } from './expected.ts';
import {
  insertKey,
  insertPasskey,
  insertSession,
  MONTH,
  type Objects,
  OWNER_KEY,
  type Party,
  type World,
} from './world.ts';

/** What a request carries beside its credential. */
export interface Parts {
  path?: Record<string, string>;
  query?: Record<string, string>;
  /** Instead of the contract's example, or fields that replace its. */
  body?: Record<string, unknown>;
  /** The client_secret that fits, where the operation takes one. */
  clientSecret?: string;
  /** The refusal by its state that the contract documents, which a caller gets who is let in; default the success. */
  outcome?: string;
}

export interface Cell {
  world: World;
  caller: Caller;
  /** The mode's objects that are addressed. */
  objects: Objects;
  /** The caller will be let in: what it changes must be its own. */
  isLetIn: boolean;
}

type Make = (cell: Cell) => Parts | Promise<Parts>;

/** Of operations that are not listed here. */
export const nothing: Make = () => ({});
const on =
  (kind: keyof Objects, more: Parts = {}): Make =>
  ({ objects }) => ({ path: { id: objects[kind] }, ...more });
const checkout = (more: Parts = {}): Make => {
  return ({ objects, world }) => ({
    path: { id: objects.mandate },
    clientSecret: world.clientSecret,
    ...more,
  });
};
/** The mandate must be pending for the one who is let in. */
const pendingCheckout = (more: Parts = {}): Make => {
  return async ({ objects, world, isLetIn }) => {
    if (!isLetIn) return { path: { id: objects.mandate }, ...more };
    const { id, client_secret: clientSecret } = await world.pending();
    return { path: { id }, clientSecret, ...more };
  };
};
const token = async ({ world, isLetIn, objects }: Cell): Promise<string> =>
  isLetIn ? (await world.made('/v1/test/tokens', {})).mint : objects.mint;
const tokenRequest: Make = async ({ world, isLetIn, objects }) => {
  const id = isLetIn
    ? (await world.made('/v1/token_requests', { mint: world.test.mint })).id
    : objects.mandate.replace('man_', 'tkr_');
  return { path: { id } };
};
const payersMandate = async ({ world, objects, isLetIn }: Cell): Promise<Parts> => ({
  path: { id: isLetIn ? (await world.pending()).id : objects.mandate },
});
const offer = ({ world }: Cell): Parts => ({
  body: { payee: world.payee.address, mint: world.test.mint, ...MONTH },
});

const member = async ({ world }: Cell): Promise<Parts> => ({
  path: { id: await insertMember(world.service.db, world.own.merchant.id, 'viewer') },
});

/** An invitation to a merchant's team that is open, past the day's quota. */
async function invitation({ service }: World, { merchant }: Party): Promise<{ id: string; token: string }> {
  const [id, token, now] = [newId('invitation'), newSecret('invite_'), Math.floor(Date.now() / 1000)];
  const made = {
    id,
    merchantId: merchant.id,
    role: 'viewer' as const,
    email: null,
    invitedBy: 'acc_somebody',
  };
  const row = { ...made, tokenHash: hashSecret(token), createdAt: now, expiresAt: now + 3600 };
  await service.db.begin((tx) => insertInvitation(tx, row));
  return { id, token };
}

/** One request for each operation of the contract: valid, about something that exists, and with a known outcome. */
export const REQUESTS: Record<string, Make> = {
  // A token is on the registry of one mode.
  setToken: ({ objects, caller }) => ({
    body: { mint: objects.mint, enabled: true },
    ...(caller.live === caller.objectLive ? {} : { outcome: 'mint_not_allowed' }),
  }),
  createMandate: ({ world }) => ({
    body: { payer: world.payer.address, payee: world.payee.address, mint: world.test.mint },
  }),
  getMandate: on('mandate'),
  listMandateCharges: on('mandate'),
  listMandateRefunds: on('mandate'),
  revokeMandate: async ({ world, objects, isLetIn, caller }) => {
    if (!isLetIn) return { path: { id: objects.mandate } };
    const tenant = { merchantId: world.own.merchant.id, livemode: caller.objectLive };
    return { path: { id: (await seedMandate(world.service.running.deployment, tenant)).id } };
  },
  refundCharge: on('charge', { body: { amount: '1' } }),
  getRefund: on('refund'),
  createRefundTransaction: on('refund'),
  submitRefund: on('refund', { outcome: 'transaction_not_issued' }),
  getCheckoutMandate: checkout(),
  createCheckoutInstruction: pendingCheckout(),
  submitCheckout: pendingCheckout({ outcome: 'transaction_not_issued' }),
  refreshCheckout: pendingCheckout(),
  getEvent: on('event'),
  getWalletBalance: ({ world }) => ({ query: { address: world.payer.address, mint: world.test.mint } }),
  fundTestWallet: ({ world }) => ({ body: { address: world.payee.address } }),
  fundCheckoutTestWallet: ({ world }) => ({ body: { address: world.payee.address } }),
  createTestEvent: () => ({ body: { type: 'mandate.created' } }),
  advanceTestClock: () => ({ body: { seconds: 1 } }),
  // A key claims the merchant it belongs to, if it is a live one, and if nobody has yet.
  signUp: ({ caller }) => ({
    body: signUpBody(),
    ...(caller.credential === 'key' ? { outcome: caller.live ? 'email_taken' : 'parameter_invalid' } : {}),
  }),
  createSession: ({ world: { own } }) => ({
    body: { email: own.person.email, password: own.person.password },
  }),
  // Nobody here has a second factor, nor a name in place of an address, and no mail is sent.
  createPasskeySession: () => ({ outcome: 'parameter_invalid' }),
  createPasskeyChallenge: () => ({ outcome: 'parameter_invalid' }),
  proveSecondFactor: () => ({ outcome: 'invalid_credentials' }),
  deleteSession: async ({ world, caller }) => ({ path: { id: await insertSession(world, caller.role) } }),
  createPasswordReset: () => ({ outcome: 'parameter_invalid' }),
  completePasswordReset: () => ({ outcome: 'invalid_credentials' }),
  changePassword: ({ world: { own } }) => ({
    body: { currentPassword: own.person.password, password: own.person.password },
  }),
  changeEmail: () => ({ outcome: 'parameter_invalid' }),
  confirmEmail: () => ({ outcome: 'invalid_credentials' }),
  startAuthenticatorApp: ({ world: { own } }) => ({ body: { password: own.person.password } }),
  confirmAuthenticatorApp: () => ({ outcome: 'invalid_credentials' }),
  removeAuthenticatorApp: () => ({ outcome: 'second_factor_required' }),
  startPasskey: ({ world: { own } }) => ({
    body: { password: own.person.password },
    outcome: 'parameter_invalid',
  }),
  addPasskey: () => ({ outcome: 'parameter_invalid' }),
  removePasskey: async ({ world, caller }) => ({
    path: { id: await insertPasskey(world, caller.role) },
    outcome: 'second_factor_required',
  }),
  replaceRecoveryCodes: () => ({ outcome: 'second_factor_required' }),
  requireSecondFactor: () => ({ outcome: 'second_factor_required' }),
  // Keys of both modes are the merchant's: its person is shown them, and may revoke them, in either.
  revokeApiKey: async ({ world }) => ({ path: { id: await insertKey(world) } }),
  switchTeam: ({ world, caller }) => ({
    body: { merchantId: (caller.owns ? world.own : world.stranger).merchant.id },
  }),
  // Only owners are alone as what they are.
  leaveTeam: ({ caller: { role } }) => (role === undefined ? { outcome: 'last_owner' } : {}),
  updateTeamMember: async (cell) => ({ ...(await member(cell)), body: { role: 'finance' } }),
  removeTeamMember: member,
  revokeTeamInvitation: async ({ world }) => ({ path: { id: (await invitation(world, world.own)).id } }),
  readInvitation: async ({ world }) => ({ body: { token: (await invitation(world, world.own)).token } }),
  // Whoever calls is in the team already, and stays where they are.
  acceptInvitation: async ({ world, caller }) => ({
    body: { token: (await invitation(world, caller.owns ? world.own : world.stranger)).token },
    outcome: 'parameter_invalid',
  }),
  signUpByInvitation: async ({ world }) => {
    const { email, password } = signUpBody();
    return { body: { token: (await invitation(world, world.own)).token, email, password } };
  },
  getPayoutWalletChallenge: ({ world }) => ({ query: { address: world.payee.address } }),
  setPayoutWallet: () => ({ outcome: 'wallet_verification_failed' }),
  getPayoutWalletLinkTransaction: ({ world }) => ({ query: { address: world.payee.address } }),
  linkPayoutWallet: () => ({ outcome: 'wallet_verification_failed' }),
  // The test chain of the matrix has no Subscriptions program, and the merchant no payout wallet.
  createSubscriptionPlan: ({ world }) => ({ body: { mint: world.test.mint }, outcome: 'no_payout_wallet' }),
  adoptSubscriptionPlan: () => ({ outcome: 'no_payout_wallet' }),
  getSubscriptionPlan: on('plan'),
  createSubscriptionPlanTransaction: on('plan'),
  setSubscriptionPlanPuller: ({ world, objects }) => ({
    path: { id: objects.plan },
    body: { puller: world.payee.address },
    outcome: 'parameter_invalid',
  }),
  closeSubscriptionPlan: on('plan', { outcome: 'parameter_invalid' }),
  submitSubscriptionPlan: on('plan', { outcome: 'transaction_not_issued' }),
  createTokenRequest: () => ({ body: { mint: randomAddress() } }),
  createPlatformToken: async (cell) => {
    const mint = await token(cell);
    const path = `/v1/platform/tokens/${mint}`;
    if (cell.isLetIn) await cell.world.service.call('DELETE', path, { key: OWNER_KEY });
    return { body: { mint, floor: false, isDefault: false } };
  },
  updatePlatformToken: async (cell) => ({ path: { mint: await token(cell) } }),
  deletePlatformToken: async (cell) => ({ path: { mint: await token(cell) } }),
  // Merchants have no mode: the owner finds them in either.
  approvePlatformMerchant: ({ world, isLetIn, objects }) => ({
    path: { id: isLetIn ? world.own.merchant.id : objects.mandate.replace('man_', 'mer_') },
  }),
  approveTokenRequest: tokenRequest,
  rejectTokenRequest: tokenRequest,
  createPaymentLink: offer,
  getPaymentLink: on('link'),
  updatePaymentLink: on('link', { body: { active: true } }),
  createProduct: offer,
  getProduct: on('product'),
  updateProduct: on('product'),
  getEntitlement: async ({ world, objects, caller, isLetIn }) => {
    const payer = world.payer.address;
    const query = { product: objects.product, payer };
    if (!isLetIn || caller.clientSecret !== 'right') return { query };
    const path = `/v1/checkout/products/${objects.product}/mandates`;
    return { query, clientSecret: (await world.made(path, { payer })).client_secret };
  },
  searchObjects: () => ({ query: { query: 'beans' } }),
  // A token is on the registry of one mode.
  getStatement: ({ objects, caller }) => ({
    query: { month: '2026-11', mint: objects.mint },
    ...(caller.live === caller.objectLive ? {} : { outcome: 'parameter_invalid' }),
  }),
  getCharge: on('charge'),
  listChargeAttempts: on('charge'),
  getChargeReceipt: on('charge'),
  getChargeProof: on('charge'),
  getWebhookDelivery: on('delivery'),
  redeliverWebhook: on('delivery'),
  getCheckoutReceipt: checkout(),
  getSolanaPayRequest: checkout(),
  createSolanaPayTransaction: async (cell) => ({
    ...(await pendingCheckout()(cell)),
    body: { account: cell.world.payer.address },
  }),
  getCheckoutPaymentLink: on('link'),
  createPaymentLinkMandate: async ({ objects, world }) => ({
    path: { id: objects.link },
    body: { payer: world.payer.address },
  }),
  getCheckoutProduct: on('product'),
  createProductMandate: async ({ objects, world }) => ({
    path: { id: objects.product },
    body: { payer: world.payer.address, sellMode: 'subscription' },
  }),
  getOfferSolanaPay: on('link', { query: { client_secret_hash: '0'.repeat(64) } }),
  createOfferSolanaPayTransaction: async ({ objects, world }) => ({
    path: { id: objects.link },
    query: { client_secret_hash: randomBytes(32).toString('hex') },
    body: { account: world.payer.address },
  }),
  getStartedMandate: on('link', { query: { client_secret: 'cs_nothing' } }),
  getWalletChallenge: ({ world }) => ({ query: { address: world.payer.address } }),
  createWalletSession: () => ({ outcome: 'invalid_wallet_signature' }),
  getWalletMandate: on('mandate'),
  listWalletMandateCharges: on('mandate'),
  cancelWalletMandate: payersMandate,
  topUpWalletMandate: on('mandate'),
  submitWalletTransaction: on('mandate', { outcome: 'transaction_not_issued' }),
};
