import { TestService } from '../support/service.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import type { Case } from './corpus.ts';
import type { Side } from './run-case.ts';

/** A side that is running. */
export interface RunningSide extends Side {
  stop(): Promise<void>;
}

type Deployment = Case['deployment'];

const OWNER_KEY = 'the-owner-of-this-platform-in-the-corpus';
const ENVIRONMENT: Record<Deployment, Record<string, string>> = {
  usual: {},
  once: { AUTOPAY_SELL_MODE: 'once' },
};

/** The service itself, over real sockets, with Postgres and its localnet. */
export async function startReal(deployment: Deployment): Promise<RunningSide> {
  const receiver = await startReceiver();
  const service = await TestService.start({
    AUTOPAY_OWNER_KEY: OWNER_KEY,
    // Every case signs up anew, all from one address.
    AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '100000',
    AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '100000',
    ...ENVIRONMENT[deployment],
  });
  return {
    name: 'the service',
    url: service.url,
    fetch: (...args) => fetch(...args),
    given: { owner: OWNER_KEY, receiver: `${receiver.url}/hook` },
    stop: async () => {
      await service.stop();
      await receiver.close();
    },
  };
}
