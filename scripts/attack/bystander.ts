import { createMerchant, Autopay } from '@autopay/sdk';
import { Worker } from 'node:worker_threads';

/** How somebody who does nothing wrong was served. */
export interface Served {
  latenciesMs: number[];
  /** What was not the response that was asked for. */
  wrong: string[];
}

/** A merchant with a key and an address of its own, in a thread of its own, who asks ten times a second whatever happens. */
export interface Bystander {
  merchant: { id: string; key: string };
  /** What was seen since the last time. */
  take(): Promise<Served>;
  stop(): Promise<void>;
}

/** What its thread is given. */
export interface BystanderData {
  url: string;
  key: string;
  /** Where it asks from. */
  address: string;
  mandate: string;
  product: string;
}

/** Nobody else asks from here. All of 127.0.0.0/8 is this machine on Linux. */
const ADDRESS = '127.0.0.2';
const TERMS = { amountPerPeriod: '1000000', periodSeconds: 86_400 };

export async function startBystander(url: string): Promise<Bystander> {
  const { id, keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: url });
  const api = new Autopay(keys.test, { baseUrl: url });
  const mint = (await api.tokens.list()).data.find(({ floor }) => floor)!.mint;
  const [payer, payee] = [await api.test.createWallet(), await api.test.createWallet()];
  const parties = { payer: payer.address, payee: payee.address, mint };
  const mandate = await api.mandates.create({ ...parties, ...TERMS });
  const product = await api.products.create({ name: 'Coffee', payee: payee.address, mint, ...TERMS });
  const workerData: BystanderData = {
    url,
    key: keys.test,
    address: ADDRESS,
    mandate: mandate.id,
    product: product.id,
  };
  const thread = new Worker(new URL('bystander-thread.ts', import.meta.url), { workerData });
  return {
    merchant: { id, key: keys.test },
    take: () => {
      const { promise, resolve, reject } = Promise.withResolvers<Served>();
      thread.once('message', resolve).once('error', reject);
      thread.postMessage('take');
      return promise.finally(() => thread.off('error', reject));
    },
    stop: async () => void (await thread.terminate()),
  };
}
