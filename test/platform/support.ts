import { generateKeyPairSigner } from '@solana/kit';
import { eventually } from '../support/eventually.ts';
import { type Answer, TestService } from '../support/service.ts';

const OWNER_KEY = 'the-owner-of-this-platform-in-tests';

/** A service whose platform has an owner. */
export function startOwned(): Promise<TestService> {
  return TestService.start({ AUTOPAY_OWNER_KEY: OWNER_KEY });
}

/** One request of the owner's, in test mode unless said otherwise. */
export function asOwner(
  service: TestService,
  method: string,
  path: string,
  body?: unknown,
  mode: 'test' | 'live' = 'test',
): Promise<Answer> {
  return service.call(method, `/v1/platform${path}`, {
    key: OWNER_KEY,
    body,
    headers: { 'svc-mode': mode },
  });
}

/** A mint on the localnet that no registry knows, as soon as the service can read it. */
export async function makeMint(
  service: TestService,
  options: { decimals?: number; program?: 'token' | 'token-2022'; extensions?: object } = {},
): Promise<string> {
  const { mint } = await service.rpc('autopay_createMint', [{ decimals: 6, ...options }]);
  await eventually(async () => {
    const { value } = await service.rpc('getAccountInfo', [
      mint,
      { encoding: 'base64', commitment: 'confirmed' },
    ]);
    return value !== null;
  });
  return mint;
}

/** Makes a mint and puts it on the test registry. */
export async function makeToken(service: TestService, entry: object = {}, mintOptions: object = {}) {
  const mint = await makeMint(service, mintOptions);
  const { status, body } = await asOwner(service, 'POST', '/tokens', { mint, symbol: 'NEW', ...entry });
  if (status !== 201) throw new Error(`POST /v1/platform/tokens answered ${JSON.stringify(body)}`);
  return body as { mint: string; symbol: string; isDefault: boolean; floor: boolean };
}

/** A payer and a payee for a mandate that is not to be made. */
export async function parties() {
  const [payer, payee] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  return { payer: payer.address, payee: payee.address };
}
