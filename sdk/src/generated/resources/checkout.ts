// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, QUERY_REQUIRED, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Body, Call, CallOptions, Query } from '../../types.ts';
import type { Balance, CheckoutInstruction, CheckoutPaymentLink, CheckoutProduct, CheckoutView, CheckoutViewWithSecret, Receipt, SolanaPayRequest, SolanaPayTransaction, StartedMandate } from '../models.ts';

/**
 * The mandate as its payer sees it.
 *
 * `getCheckoutMandate`: `GET /v1/checkout/mandates/{id}`.
 *
 * Fails with `invalid_client_secret`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getCheckoutMandate(client: Client, id: string, query: Query<'getCheckoutMandate'>, options?: CallOptions): Call<CheckoutView> {
  return call(client, 'checkout_mandate', 'GET', '/v1/checkout/mandates/{id}', QUERY_REQUIRED, options, id, undefined, query);
}

/**
 * The instruction that the payer's wallet signs.
 *
 * For a subscription one ApproveChecked that carries the plan's reference; for a one-time purchase one
 * TransferChecked, which is the payment. Under scheme plan the Subscriptions program's subscribe, or the opening of the payer's
 * authority where that must be on chain first: then `remaining` is above 0. Also answered as a whole unsigned transaction. Where the deployment sponsors fees,
 * its `feePayer` may be the service, which then pays the deposit of what is opened too: such a transaction is signed unchanged and goes to `submit`.
 *
 * A token account whose owner has switched on Token-2022's CPI Guard cannot be given an authority: `parameter_invalid`, with words for the
 * payer. Once subscribed they may switch it on again.
 *
 * `createCheckoutInstruction`: `POST /v1/checkout/mandates/{id}/instruction`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `invalid_client_secret`, `resource_missing`, `broadcast_unavailable`, `mandate_not_pending`, `verification_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createCheckoutInstruction(client: Client, id: string, query: Query<'createCheckoutInstruction'>, body?: Body<'createCheckoutInstruction'>, options?: CallOptions): Call<CheckoutInstruction> {
  return call(client, 'checkout_instruction', 'POST', '/v1/checkout/mandates/{id}/instruction', QUERY_REQUIRED, options, id, body, query);
}

/**
 * Broadcast the authorization that the payer signed.
 *
 * For wallets that only sign. Verified by meaning, broadcast, and then as refresh. Wallets may add instructions of other
 * programs; an approval of an amount that was never issued for this mandate, or a payment of another amount than the price, is
 * `transaction_not_issued`, as is one that was issued before the service was restored from a backup, and one whose blockhash has
 * expired, which is not sent: ask for the instruction again.
 *
 * What the payer's wallet cannot pay for now is `verification_failed`, and is neither sent nor kept: submit the same bytes
 * again once the wallet is funded, while their blockhash lives, or have a new transaction signed. The approval of a
 * subscription is sent as soon as the payer has an account for the token. Where that holds less than the first payment, the response is
 * `verification_failed` too, and the mandate becomes active by itself once it holds enough.
 *
 * `submitCheckout`: `POST /v1/checkout/mandates/{id}/submit`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `invalid_client_secret`, `resource_missing`, `transaction_not_issued`, `broadcast_unavailable`, `mandate_not_pending`, `verification_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function submitCheckout(client: Client, id: string, query: Query<'submitCheckout'>, body: Body<'submitCheckout'>, options?: CallOptions): Call<CheckoutView> {
  return call(client, 'checkout_mandate', 'POST', '/v1/checkout/mandates/{id}/submit', BODY_REQUIRED | QUERY_REQUIRED, options, id, body, query);
}

/**
 * Look for the authorization on chain.
 *
 * Re-checks the chain, activates the mandate and settles the first charge, waiting at most 8 seconds for it. Nothing
 * on chain yet returns 200 with the mandate still pending.
 *
 * `refreshCheckout`: `POST /v1/checkout/mandates/{id}/refresh`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `invalid_client_secret`, `resource_missing`, `broadcast_unavailable`, `mandate_not_pending`, `verification_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function refreshCheckout(client: Client, id: string, query: Query<'refreshCheckout'>, body?: Body<'refreshCheckout'>, options?: CallOptions): Call<CheckoutView> {
  return call(client, 'checkout_mandate', 'POST', '/v1/checkout/mandates/{id}/refresh', QUERY_REQUIRED, options, id, body, query);
}

/**
 * The receipt of a mandate's latest payment, read back from the chain.
 *
 * `getCheckoutReceipt`: `GET /v1/checkout/mandates/{id}/receipt`.
 *
 * Fails with `invalid_client_secret`, `resource_missing`, `receipts_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getCheckoutReceipt(client: Client, id: string, query: Query<'getCheckoutReceipt'>, options?: CallOptions): Call<Receipt> {
  return call(client, 'receipt', 'GET', '/v1/checkout/mandates/{id}/receipt', QUERY_REQUIRED, options, id, undefined, query);
}

/**
 * Solana Pay transaction request, first half.
 *
 * What a wallet shows before it asks for the transaction. The wire format is Solana Pay's.
 *
 * `getSolanaPayRequest`: `GET /v1/checkout/mandates/{id}/solana_pay`.
 *
 * Fails with `invalid_client_secret`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getSolanaPayRequest(client: Client, id: string, query: Query<'getSolanaPayRequest'>, options?: CallOptions): Call<SolanaPayRequest> {
  return call(client, null, 'GET', '/v1/checkout/mandates/{id}/solana_pay', QUERY_REQUIRED, options, id, undefined, query);
}

/**
 * Solana Pay transaction request, second half.
 *
 * The wallet signs and broadcasts by itself; the authorization is noticed on chain. An account that is not the mandate's payer is refused.
 *
 * `createSolanaPayTransaction`: `POST /v1/checkout/mandates/{id}/solana_pay`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `invalid_client_secret`, `resource_missing`, `broadcast_unavailable`, `mandate_not_pending`, `verification_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createSolanaPayTransaction(client: Client, id: string, query: Query<'createSolanaPayTransaction'>, body: Body<'createSolanaPayTransaction'>, options?: CallOptions): Call<SolanaPayTransaction> {
  return call(client, null, 'POST', '/v1/checkout/mandates/{id}/solana_pay', BODY_REQUIRED | QUERY_REQUIRED, options, id, body, query);
}

/**
 * A payment link as anyone may see it.
 *
 * One that is switched off is answered as missing.
 *
 * `getCheckoutPaymentLink`: `GET /v1/checkout/payment_links/{id}`.
 *
 * Fails with `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getCheckoutPaymentLink(client: Client, id: string, options?: CallOptions): Call<CheckoutPaymentLink> {
  return call(client, 'checkout_payment_link', 'GET', '/v1/checkout/payment_links/{id}', 0, options, id);
}

/**
 * Start a mandate from a payment link.
 *
 * `createPaymentLinkMandate`: `POST /v1/checkout/payment_links/{id}/mandates`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `resource_missing`, `recurring_unavailable`, `not_for_sale_once`, `not_for_sale_subscription`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, `purchases_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createPaymentLinkMandate(client: Client, id: string, body: Body<'createPaymentLinkMandate'>, options?: CallOptions): Call<CheckoutViewWithSecret> {
  return call(client, 'checkout_mandate', 'POST', '/v1/checkout/payment_links/{id}/mandates', BODY_REQUIRED, options, id, body);
}

/**
 * A product as anyone may see it.
 *
 * Without its content. One that is switched off is answered as missing.
 *
 * `getCheckoutProduct`: `GET /v1/checkout/products/{id}`.
 *
 * Fails with `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getCheckoutProduct(client: Client, id: string, options?: CallOptions): Call<CheckoutProduct> {
  return call(client, 'checkout_product', 'GET', '/v1/checkout/products/{id}', 0, options, id);
}

/**
 * Start a mandate from a product.
 *
 * `createProductMandate`: `POST /v1/checkout/products/{id}/mandates`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `resource_missing`, `recurring_unavailable`, `not_for_sale_once`, `not_for_sale_subscription`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, `purchases_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createProductMandate(client: Client, id: string, body: Body<'createProductMandate'>, options?: CallOptions): Call<CheckoutViewWithSecret> {
  return call(client, 'checkout_mandate', 'POST', '/v1/checkout/products/{id}/mandates', BODY_REQUIRED, options, id, body);
}

/**
 * Solana Pay transaction request of a link or product, first half.
 *
 * What a wallet shows before it asks for the transaction. The wire format is Solana Pay's. `id` is that of a payment link or product; one that is switched off is answered as missing.
 *
 * `getOfferSolanaPay`: `GET /v1/checkout/offers/{id}/solana_pay`.
 *
 * Fails with `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getOfferSolanaPay(client: Client, id: string, query: Query<'getOfferSolanaPay'>, options?: CallOptions): Call<SolanaPayRequest> {
  return call(client, null, 'GET', '/v1/checkout/offers/{id}/solana_pay', QUERY_REQUIRED, options, id, undefined, query);
}

/**
 * Solana Pay transaction request of a link or product, second half.
 *
 * Starts a mandate on the offer's terms for the account that asks, and returns what it signs; nobody types an address. The page that shows the code chose the mandate's client_secret and put its SHA-256 into the code, so that it alone can open the mandate, and whoever sees the code cannot. The account may ask again; another one is refused: one code is for one wallet.
 *
 * `createOfferSolanaPayTransaction`: `POST /v1/checkout/offers/{id}/solana_pay`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `resource_missing`, `recurring_unavailable`, `not_for_sale_once`, `not_for_sale_subscription`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, `purchases_unavailable`, `mandate_not_pending`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createOfferSolanaPayTransaction(client: Client, id: string, query: Query<'createOfferSolanaPayTransaction'>, body: Body<'createOfferSolanaPayTransaction'>, options?: CallOptions): Call<SolanaPayTransaction> {
  return call(client, null, 'POST', '/v1/checkout/offers/{id}/solana_pay', BODY_REQUIRED | QUERY_REQUIRED, options, id, body, query);
}

/**
 * The mandate that a wallet started by the code of a link or product.
 *
 * For the page that shows the code, with the client_secret that it chose. `mandate` is null until a wallet has scanned it.
 *
 * `getStartedMandate`: `GET /v1/checkout/offers/{id}/started`.
 *
 * Fails with `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getStartedMandate(client: Client, id: string, query: Query<'getStartedMandate'>, options?: CallOptions): Call<StartedMandate> {
  return call(client, 'started_mandate', 'GET', '/v1/checkout/offers/{id}/started', QUERY_REQUIRED, options, id, undefined, query);
}

/**
 * Give a payer's test wallet 1,000 test tokens.
 *
 * For anyone who tries a checkout on the embedded test network, where tokens are worth nothing. Also one SOL where the wallet has less, so that it can pay network fees. Counted with the mandates that an address starts. `test_mode_only` also where the operator has switched it off, as it is beside a live chain.
 *
 * `fundCheckoutTestWallet`: `POST /v1/checkout/test_wallet/fund`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `mint_not_allowed`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function fundCheckoutTestWallet(client: Client, body: Body<'fundCheckoutTestWallet'>, options?: CallOptions): Call<Balance> {
  return call(client, 'balance', 'POST', '/v1/checkout/test_wallet/fund', BODY_REQUIRED, options, undefined, body);
}

/** The operations of `autopay.checkout`. */
export interface CheckoutResource {
  /**
   * The mandate as its payer sees it.
   *
   * `getCheckoutMandate`: `GET /v1/checkout/mandates/{id}`.
   *
   * Fails with `invalid_client_secret`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getMandate(id: string, query: Query<'getCheckoutMandate'>, options?: CallOptions): Call<CheckoutView>;
  /**
   * The instruction that the payer's wallet signs.
   *
   * For a subscription one ApproveChecked that carries the plan's reference; for a one-time purchase one
   * TransferChecked, which is the payment. Under scheme plan the Subscriptions program's subscribe, or the opening of the payer's
   * authority where that must be on chain first: then `remaining` is above 0. Also answered as a whole unsigned transaction. Where the deployment sponsors fees,
   * its `feePayer` may be the service, which then pays the deposit of what is opened too: such a transaction is signed unchanged and goes to `submit`.
   *
   * A token account whose owner has switched on Token-2022's CPI Guard cannot be given an authority: `parameter_invalid`, with words for the
   * payer. Once subscribed they may switch it on again.
   *
   * `createCheckoutInstruction`: `POST /v1/checkout/mandates/{id}/instruction`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `invalid_client_secret`, `resource_missing`, `broadcast_unavailable`, `mandate_not_pending`, `verification_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  createInstruction(id: string, query: Query<'createCheckoutInstruction'>, body?: Body<'createCheckoutInstruction'>, options?: CallOptions): Call<CheckoutInstruction>;
  /**
   * Broadcast the authorization that the payer signed.
   *
   * For wallets that only sign. Verified by meaning, broadcast, and then as refresh. Wallets may add instructions of other
   * programs; an approval of an amount that was never issued for this mandate, or a payment of another amount than the price, is
   * `transaction_not_issued`, as is one that was issued before the service was restored from a backup, and one whose blockhash has
   * expired, which is not sent: ask for the instruction again.
   *
   * What the payer's wallet cannot pay for now is `verification_failed`, and is neither sent nor kept: submit the same bytes
   * again once the wallet is funded, while their blockhash lives, or have a new transaction signed. The approval of a
   * subscription is sent as soon as the payer has an account for the token. Where that holds less than the first payment, the response is
   * `verification_failed` too, and the mandate becomes active by itself once it holds enough.
   *
   * `submitCheckout`: `POST /v1/checkout/mandates/{id}/submit`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `invalid_client_secret`, `resource_missing`, `transaction_not_issued`, `broadcast_unavailable`, `mandate_not_pending`, `verification_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  submit(id: string, query: Query<'submitCheckout'>, body: Body<'submitCheckout'>, options?: CallOptions): Call<CheckoutView>;
  /**
   * Look for the authorization on chain.
   *
   * Re-checks the chain, activates the mandate and settles the first charge, waiting at most 8 seconds for it. Nothing
   * on chain yet returns 200 with the mandate still pending.
   *
   * `refreshCheckout`: `POST /v1/checkout/mandates/{id}/refresh`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `invalid_client_secret`, `resource_missing`, `broadcast_unavailable`, `mandate_not_pending`, `verification_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  refresh(id: string, query: Query<'refreshCheckout'>, body?: Body<'refreshCheckout'>, options?: CallOptions): Call<CheckoutView>;
  /**
   * The receipt of a mandate's latest payment, read back from the chain.
   *
   * `getCheckoutReceipt`: `GET /v1/checkout/mandates/{id}/receipt`.
   *
   * Fails with `invalid_client_secret`, `resource_missing`, `receipts_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getReceipt(id: string, query: Query<'getCheckoutReceipt'>, options?: CallOptions): Call<Receipt>;
  /**
   * Solana Pay transaction request, first half.
   *
   * What a wallet shows before it asks for the transaction. The wire format is Solana Pay's.
   *
   * `getSolanaPayRequest`: `GET /v1/checkout/mandates/{id}/solana_pay`.
   *
   * Fails with `invalid_client_secret`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getSolanaPay(id: string, query: Query<'getSolanaPayRequest'>, options?: CallOptions): Call<SolanaPayRequest>;
  /**
   * Solana Pay transaction request, second half.
   *
   * The wallet signs and broadcasts by itself; the authorization is noticed on chain. An account that is not the mandate's payer is refused.
   *
   * `createSolanaPayTransaction`: `POST /v1/checkout/mandates/{id}/solana_pay`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `invalid_client_secret`, `resource_missing`, `broadcast_unavailable`, `mandate_not_pending`, `verification_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  createSolanaPayTransaction(id: string, query: Query<'createSolanaPayTransaction'>, body: Body<'createSolanaPayTransaction'>, options?: CallOptions): Call<SolanaPayTransaction>;
  /**
   * A payment link as anyone may see it.
   *
   * One that is switched off is answered as missing.
   *
   * `getCheckoutPaymentLink`: `GET /v1/checkout/payment_links/{id}`.
   *
   * Fails with `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getPaymentLink(id: string, options?: CallOptions): Call<CheckoutPaymentLink>;
  /**
   * Start a mandate from a payment link.
   *
   * `createPaymentLinkMandate`: `POST /v1/checkout/payment_links/{id}/mandates`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `resource_missing`, `recurring_unavailable`, `not_for_sale_once`, `not_for_sale_subscription`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, `purchases_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  createPaymentLinkMandate(id: string, body: Body<'createPaymentLinkMandate'>, options?: CallOptions): Call<CheckoutViewWithSecret>;
  /**
   * A product as anyone may see it.
   *
   * Without its content. One that is switched off is answered as missing.
   *
   * `getCheckoutProduct`: `GET /v1/checkout/products/{id}`.
   *
   * Fails with `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getProduct(id: string, options?: CallOptions): Call<CheckoutProduct>;
  /**
   * Start a mandate from a product.
   *
   * `createProductMandate`: `POST /v1/checkout/products/{id}/mandates`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `resource_missing`, `recurring_unavailable`, `not_for_sale_once`, `not_for_sale_subscription`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, `purchases_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  createProductMandate(id: string, body: Body<'createProductMandate'>, options?: CallOptions): Call<CheckoutViewWithSecret>;
  /**
   * Solana Pay transaction request of a link or product, first half.
   *
   * What a wallet shows before it asks for the transaction. The wire format is Solana Pay's. `id` is that of a payment link or product; one that is switched off is answered as missing.
   *
   * `getOfferSolanaPay`: `GET /v1/checkout/offers/{id}/solana_pay`.
   *
   * Fails with `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getOfferSolanaPay(id: string, query: Query<'getOfferSolanaPay'>, options?: CallOptions): Call<SolanaPayRequest>;
  /**
   * Solana Pay transaction request of a link or product, second half.
   *
   * Starts a mandate on the offer's terms for the account that asks, and returns what it signs; nobody types an address. The page that shows the code chose the mandate's client_secret and put its SHA-256 into the code, so that it alone can open the mandate, and whoever sees the code cannot. The account may ask again; another one is refused: one code is for one wallet.
   *
   * `createOfferSolanaPayTransaction`: `POST /v1/checkout/offers/{id}/solana_pay`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `resource_missing`, `recurring_unavailable`, `not_for_sale_once`, `not_for_sale_subscription`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, `purchases_unavailable`, `mandate_not_pending`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  createOfferSolanaPayTransaction(id: string, query: Query<'createOfferSolanaPayTransaction'>, body: Body<'createOfferSolanaPayTransaction'>, options?: CallOptions): Call<SolanaPayTransaction>;
  /**
   * The mandate that a wallet started by the code of a link or product.
   *
   * For the page that shows the code, with the client_secret that it chose. `mandate` is null until a wallet has scanned it.
   *
   * `getStartedMandate`: `GET /v1/checkout/offers/{id}/started`.
   *
   * Fails with `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getStarted(id: string, query: Query<'getStartedMandate'>, options?: CallOptions): Call<StartedMandate>;
  /**
   * Give a payer's test wallet 1,000 test tokens.
   *
   * For anyone who tries a checkout on the embedded test network, where tokens are worth nothing. Also one SOL where the wallet has less, so that it can pay network fees. Counted with the mandates that an address starts. `test_mode_only` also where the operator has switched it off, as it is beside a live chain.
   *
   * `fundCheckoutTestWallet`: `POST /v1/checkout/test_wallet/fund`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `mint_not_allowed`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  fundTestWallet(body: Body<'fundCheckoutTestWallet'>, options?: CallOptions): Call<Balance>;
}

/** The operations of `autopay.checkout`, with their client. */
export function checkout(client: Client): CheckoutResource {
  return bind(client, {
    getMandate: getCheckoutMandate,
    createInstruction: createCheckoutInstruction,
    submit: submitCheckout,
    refresh: refreshCheckout,
    getReceipt: getCheckoutReceipt,
    getSolanaPay: getSolanaPayRequest,
    createSolanaPayTransaction: createSolanaPayTransaction,
    getPaymentLink: getCheckoutPaymentLink,
    createPaymentLinkMandate: createPaymentLinkMandate,
    getProduct: getCheckoutProduct,
    createProductMandate: createProductMandate,
    getOfferSolanaPay: getOfferSolanaPay,
    createOfferSolanaPayTransaction: createOfferSolanaPayTransaction,
    getStarted: getStartedMandate,
    fundTestWallet: fundCheckoutTestWallet,
  }) as CheckoutResource;
}
