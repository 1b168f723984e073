import { Autopay } from '@autopay/sdk';
import { newWallet } from '../../bench/wallets.ts';
import { newAttacker } from '../field.ts';
import { attackOn } from '../part.ts';
import { attackersAddress } from '../raw-http.ts';
import { flood } from './flood.ts';

const MOST = String(2n ** 64n - 1n);
const WALLETS = 40;
/** Of one address; 20 a minute are granted. */
const GIFTS = 200;
const GRANTED_AT_MOST = 2 * 20;

/** As many test tokens as can be asked for, and then somebody else needs some. */
export const faucet = attackOn('floods: faucet', {}, async ({ url, bystander }, findings) => {
  const { key } = await newAttacker(url);
  const [from, other] = [attackersAddress(0), attackersAddress(1)];
  const greedy = ['9'.repeat(20), MOST, String(2n ** 63n), String(2n ** 62n), '1000000000000000'].map(
    (amount) => ({
      from,
      method: 'POST',
      path: '/v1/test/wallets',
      key,
      body: { amount },
    }),
  );
  const few = Array.from({ length: WALLETS }, (_, n) => greedy[n % greedy.length]!);
  await flood(url, few, findings);
  const gifts = Array.from({ length: GIFTS }, () => ({
    from: other,
    method: 'POST',
    path: '/v1/checkout/test_wallet/fund',
    body: { address: newWallet() },
  }));
  const { 200: granted = 0 } = await flood(url, gifts, findings);
  findings.expect(granted <= GRANTED_AT_MOST, `${granted} gifts went to one address`);
  const api = new Autopay(bystander.merchant.key, { baseUrl: url });
  const refused = (error: unknown) =>
    findings.add(`the bystander gets no test tokens any more: ${String(error)}`);
  await api.test.createWallet({ amount: '1000000000' }).catch(refused);
  return few.length + gifts.length;
});
