import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually.ts';
import type { Exchange } from '../client.ts';
import type { Opened, Shop, World } from '../world.ts';
import { operationsThatAnswer } from './errors/requests.ts';

/** What each checkout operation that is for pending mandates is sent by the mandate's payer. */
const bodiesOf = ({ payer }: Opened, signedTransaction: string): Record<string, object | undefined> => ({
  instruction: undefined,
  submit: { signedTransaction },
  refresh: undefined,
  solana_pay: { account: payer.address },
});

/**
 * A mandate that takes every checkout operation while it is pending; and what they answer once it is active, once it is revoked, and
 * for a completed and an expired one. `unchanged` holds the mandate before and after, for each of them.
 */
export const afterPending = (world: World) =>
  world.once('after pending', async () => {
    const shop = await world.shop();
    const opened = await world.open(shop);
    const { transaction } = (await world.checkout(shop, opened, 'instruction')).body;
    const signedTransaction = await opened.payer.signTransaction(transaction);
    const bodies = bodiesOf(opened, signedTransaction);
    const operations = operationsThatAnswer('mandate_not_pending')
      .filter(({ path }) => path.startsWith('/v1/checkout/mandates/'))
      .map(({ path }) => path.split('/').at(-1)!);
    assert.deepEqual(operations.toSorted(), Object.keys(bodies).toSorted());
    for (const operation of ['instruction', 'solana_pay', 'refresh', 'submit']) {
      const answer = await world.checkout(shop, opened, operation, bodies[operation]);
      assert.equal(answer.status, 200, `${operation} while pending: ${JSON.stringify(answer.body)}`);
    }
    const answers: Exchange[] = [];
    const unchanged: { before: Exchange; after: Exchange }[] = [];
    const askAll = async (of: Shop, { id, payer, created, secret }: Opened, signed: string) => {
      // Its plan may be on its way to the chain still, which the mandate shows once it is there.
      const before = await eventually(async () => {
        const now = await world.mandate(of, id);
        return now.body.planSignature !== null && now;
      });
      const one = { id, payer, created, secret };
      for (const [operation, body] of Object.entries(bodiesOf(one, signed))) {
        answers.push(await world.checkout(of, one, operation, body));
      }
      unchanged.push({ before, after: await world.mandate(of, id) });
    };
    await askAll(shop, opened, signedTransaction);
    await shop.ok('POST', `/v1/mandates/${opened.id}/revoke`);
    await askAll(shop, opened, signedTransaction);
    const [completed, expired] = [await world.completed(), await world.expired()];
    await askAll(completed.shop, completed, signedTransaction);
    await askAll(expired.shop, expired, signedTransaction);
    assert.deepEqual(
      unchanged.map(({ before }) => before.body.status),
      ['active', 'revoked', 'completed', 'expired'],
    );
    return { answers, unchanged };
  });
