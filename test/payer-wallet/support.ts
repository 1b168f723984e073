import { createPrivateKey, sign } from 'node:crypto';
import type { Answer, TestMerchant, TestService, TestWallet } from '../support/service.ts';
import { accountOf } from '../schedule/support.ts';

/** A payer at this service, signed in with the wallet's real key. */
export interface Payer {
  wallet: TestWallet;
  token: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
}

/** A wallet with tokens that is signed in. */
export async function newPayer(
  service: TestService,
  merchant: TestMerchant,
  options: { mint?: string; amount?: string } = {},
): Promise<Payer> {
  return signIn(service, await service.wallet(merchant, options));
}

/** Signs a wallet in. */
export async function signIn(service: TestService, wallet: TestWallet): Promise<Payer> {
  const message = await challenge(service, wallet.address);
  const { status, body } = await openSession(service, {
    address: wallet.address,
    message,
    signature: signText(wallet, message),
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const { token } = body;
  return {
    wallet,
    token,
    get: (path, headers = {}) => service.call('GET', `/v1/wallet${path}`, { key: token, headers }),
    post: (path, body) => service.call('POST', `/v1/wallet${path}`, { key: token, body }),
  };
}

/** A fresh challenge's text. */
export async function challenge(service: TestService, address: string): Promise<string> {
  const { body } = await service.call('GET', `/v1/wallet/challenge?address=${address}`);
  return body.message;
}

export function openSession(service: TestService, body: unknown): Promise<Answer> {
  return service.call('POST', '/v1/wallet/sessions', { body });
}

/** The wallet's signature over the text, in base64. */
export function signText({ secretKey }: TestWallet, text: string): string {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const key = createPrivateKey({
    key: Buffer.concat([prefix, secretKey.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  });
  return sign(null, Buffer.from(text), key).toString('base64');
}

/** Who may move how much out of a wallet's account, as the chain says. */
export async function slotOnChain(
  service: TestService,
  owner: string,
  mint: string,
  commitment = 'processed',
): Promise<{ delegate: string | null; amount: bigint }> {
  const { account } = await accountOf(service, owner, mint);
  const { value } = await service.rpc('getAccountInfo', [account, { encoding: 'jsonParsed', commitment }]);
  const { delegate = null, delegatedAmount } = value.data.parsed.info;
  return { delegate, amount: BigInt(delegatedAmount?.amount ?? 0) };
}
