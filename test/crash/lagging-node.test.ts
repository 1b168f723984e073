import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectChain } from '../../server/chain/rpc.ts';
import { tokenAccountOf } from '../../server/chain/tokens.ts';
import { behind, lyingNode } from '../chain/support.ts';
import { TestService } from '../support/service.ts';
import { mintTokens } from '../support/wallets.ts';
import { PERIOD_SECONDS, subscribe } from './books.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** A node that still shows `account` as it is now, and fails every simulation for lack of funds. */
async function nodeBehind(account: string) {
  const config = { encoding: 'base64', commitment: 'confirmed' };
  const old = await service.rpc('getMultipleAccounts', [[account], config]);
  const { slot } = old.context;
  const demand = (minContextSlot: number) => {
    if (minContextSlot > slot) throw behind(slot);
  };
  return lyingNode(service.running.localnetUrl!, {
    getSlot: () => slot,
    getMultipleAccounts: async (truth, [addresses, { minContextSlot }]) => {
      demand(minContextSlot);
      const { value } = await truth();
      const at = (addresses as string[]).indexOf(account);
      return { context: { slot }, value: at < 0 ? value : value.with(at, old.value[0]) };
    },
    simulateTransaction: (_, [, { minContextSlot }]) => {
      demand(minContextSlot);
      return { context: { slot }, value: { err: { InstructionError: [2, { Custom: 1 }] }, logs: [] } };
    },
  });
}

test('a payer who was paid a moment ago is charged, though the first node does not show it yet', async () => {
  const { api } = await service.merchant();
  const { mandate, payer } = await subscribe(api, { amountPerPeriod: '1000000000' });
  const { mint } = mandate;
  const account = await tokenAccountOf(payer.address as never, mint as never, 'token');
  const node = await nodeBehind(account);
  const chain = service.running.deployment.chains.test!;
  const { nodes } = await connectChain({
    ...chain,
    rpcUrls: [node.url, service.running.localnetUrl!],
    expectedGenesisHash: chain.genesisHash,
  });
  // Confirmed, as a payer is who was paid 2 s ago; the service itself has read nothing since.
  await mintTokens(service, payer.address, { mint, amount: '1000000000' });
  const before = chain.nodes;
  Object.assign(chain, { nodes });
  await api.test.advanceClock({ seconds: PERIOD_SECONDS });
  Object.assign(chain, { nodes: before });
  await node.stop();

  const { data } = await api.mandates.listCharges(mandate.id);
  expect(data.find(({ periodIndex }) => periodIndex === 1)).toMatchObject({
    status: 'succeeded',
    attempts: 1,
  });
  const events = await api.events.list({ limit: 50, mandate: mandate.id });
  expect(events.data.map(({ type }) => type)).not.toContain('charge.failed');
});
