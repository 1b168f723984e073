import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSigner, generateKeyFile } from '../../server/chain/signer.ts';
import { startLocalnet } from '../../server/localnet/server.ts';
import { chainAt } from '../localnet/support.ts';
import { TestService } from './service.ts';
import { airdrop } from './wallets.ts';

/** A service with both chains. A second cluster of the same programs stands in for the live one: live is never a localnet. */
export interface LiveService {
  service: TestService;
  /** The only token of the live registry, and its floor. */
  mint: string;
  /** The settings of the live chain, for a process of one's own. */
  settings: Record<'feePayer' | 'delegate' | 'rpcUrl', string>;
  /** Asks the live chain. */
  // Tests read deep into responses of many shapes; each asserts what it reads.
  // oxlint-disable-next-line typescript/no-explicit-any
  rpc: (method: string, params?: unknown[]) => Promise<any>;
  stop: () => Promise<void>;
}

/** Starts both; the fee payer has SOL. `env` adds to the settings. */
export async function startLiveService({
  slotMs = 100,
  env = {},
}: { slotMs?: number; env?: Record<string, string> } = {}): Promise<LiveService> {
  const live = await startLocalnet({ dataDir: null, slotMs });
  const { rpcUrl } = live;
  const { rpc } = chainAt(rpcUrl);
  const keys = await mkdtemp(join(tmpdir(), 'autopay-live-'));
  const [feePayer, delegate] = [join(keys, 'fee-payer.json'), join(keys, 'delegate.json')];
  await generateKeyFile(feePayer);
  await generateKeyFile(delegate);
  await airdrop({ rpc }, (await fileSigner(feePayer)).address, 1_000_000_000_000);
  const service = await TestService.start({
    AUTOPAY_LIVE_RPC_URL: rpcUrl,
    AUTOPAY_SIGN_UP: 'open',
    AUTOPAY_LIVE_FEE_PAYER_KEY_FILE: feePayer,
    AUTOPAY_LIVE_DELEGATE_KEY_FILE: delegate,
    ...env,
  });
  const { mint } = (await rpc('autopay_localnetInfo')).tokens[0];
  await service.db`
    insert into tokens (livemode, mint, symbol, decimals, program, class, is_default, floor, created_at)
    values (true, ${mint}, 'USDX', 6, 'token', 'stable', true, true, 0)`;
  const stop = async () => {
    await service.stop();
    await live.stop();
    await rm(keys, { recursive: true, force: true });
  };
  return { service, mint, rpc, settings: { rpcUrl, feePayer, delegate }, stop };
}
