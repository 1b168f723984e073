import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import {
  AccountRole,
  type Address,
  generateKeyPairSigner,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { describe, expect, it } from 'vitest';
import { SUBSCRIPTIONS_PROGRAM } from '../../server/chain/subscriptions/address.ts';
import { fetchProgram } from '../../server/localnet/fetch-program.ts';
import { keepProgram, readKeptPrograms, readPrograms } from '../../server/localnet/programs.ts';
import { describeUnless } from '../support/requires.ts';
import { missingBuilds, pathOfBuild, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import { Net } from './support.ts';

const directory = () => mkdtemp(join(tmpdir(), 'autopay-programs-'));
const encode = (address: Address) => getAddressEncoder().encode(address);
const u64 = (value: bigint) => Buffer.from(BigUint64Array.of(value).buffer);

/** The program's instruction that makes a plan of 1 TUSD a day, payable to its owner alone. */
async function createPlan(
  owner: KeyPairSigner,
  mint: Address,
): Promise<{ plan: Address; instruction: Instruction }> {
  const id = u64(1n);
  const seeds = ['plan', encode(owner.address), id];
  const [plan] = await getProgramDerivedAddress({ programAddress: SUBSCRIPTIONS_PROGRAM, seeds });
  const data = Buffer.concat([
    Buffer.from([7]),
    id,
    Buffer.from(encode(mint)),
    u64(1_000_000n),
    u64(24n),
    u64(0n),
    u64(0n),
    // One destination of four, none of four more pullers, no address of terms.
    Buffer.from(encode(owner.address)),
    Buffer.alloc(3 * 32 + 4 * 32 + 128),
  ]);
  const accounts = [
    { address: owner.address, role: AccountRole.WRITABLE_SIGNER },
    { address: plan, role: AccountRole.WRITABLE },
    { address: mint, role: AccountRole.READONLY },
    { address: SYSTEM_PROGRAM_ADDRESS, role: AccountRole.READONLY },
    { address: TOKEN_PROGRAM_ADDRESS, role: AccountRole.READONLY },
  ];
  return { plan, instruction: { programAddress: SUBSCRIPTIONS_PROGRAM, accounts, data } };
}

const programAt = (path: string) => readPrograms([{ address: SUBSCRIPTIONS_PROGRAM, path }]);

describeUnless(missingBuilds(), 'a localnet with the Subscriptions program', () => {
  it.each(SUBSCRIPTIONS_BUILDS)('runs it, and what it made survives a restart (%s)', async (build) => {
    const dataDir = await directory();
    const programs = programAt(pathOfBuild(build));
    const net = await Net.start({ dataDir, programs });
    const owner = await net.wallet();
    const { mint } = await net.call('autopay_createMint', [{ program: 'token', decimals: 6 }]);
    const { plan, instruction } = await createPlan(owner, mint);
    const { wire } = await net.sign(owner, [instruction]);
    const { result, error } = await net.submit(wire);
    expect(error).toBeUndefined();
    expect((await net.status(result))!.err).toBeNull();
    await net.advance(6);
    const before = (await net.call('getAccountInfo', [plan, { encoding: 'base64' }])).value;
    expect(before).toMatchObject({ owner: SUBSCRIPTIONS_PROGRAM, space: 491 });
    await net.localnet.stop();
    const again = await Net.start({ dataDir, programs });
    expect((await again.call('getAccountInfo', [plan, { encoding: 'base64' }])).value).toEqual(before);
    await again.localnet.stop();
  });

  it('can be fetched from, and what was fetched runs on another', async () => {
    const elf = await readFile(pathOfBuild('subscriptions-head.so'));
    const net = await Net.start({ programs: programAt(pathOfBuild('subscriptions-head.so')) });
    const { from, ...program } = await fetchProgram(net.localnet.rpcUrl, SUBSCRIPTIONS_PROGRAM);
    expect(Buffer.compare(program.elf, elf)).toBe(0);
    expect(from.genesisHash).toBe(net.localnet.genesisHash);
    const kept = await directory();
    const { path, sha256 } = keepProgram(kept, program, from);
    expect(sha256).toBe('68a82ab3410d2a9958e886a5c7814a3c93ff08773602e7369d723ea1c71a279d');
    const other = await Net.start({ programs: readKeptPrograms(kept) });
    const { value } = await other.call('getAccountInfo', [SUBSCRIPTIONS_PROGRAM, { encoding: 'base64' }]);
    expect(value.executable).toBe(true);
    await writeFile(path, Buffer.concat([elf, Buffer.from([1])]));
    expect(() => readKeptPrograms(kept)).toThrow(/is not what was fetched/);
    await Promise.all([net.localnet.stop(), other.localnet.stop()]);
  });

  it('is fetched from a cluster that keeps code in an account of its own', async () => {
    const elf = await readFile(pathOfBuild('subscriptions-v0.4.0.so'));
    const { address: holder } = await generateKeyPairSigner();
    const accounts: Record<string, object> = {
      [SUBSCRIPTIONS_PROGRAM]: account(
        Buffer.concat([Buffer.from([2, 0, 0, 0]), Buffer.from(encode(holder))]),
        true,
      ),
      // Room for a later version: zeros behind the code.
      [holder]: account(Buffer.concat([Buffer.alloc(45, 1), elf, Buffer.alloc(1_000)]), false),
    };
    const cluster = await startCluster(accounts);
    const fetched = await fetchProgram(cluster.url, SUBSCRIPTIONS_PROGRAM);
    expect(fetched.elf).toHaveLength(elf.length + 1_000);
    expect(Buffer.compare(fetched.elf.subarray(0, elf.length), elf)).toBe(0);
    expect(fetched.from).toEqual({ genesisHash: 'genesis', slot: 7 });
    const net = await Net.start({ programs: [fetched] });
    await net.localnet.stop();
    delete accounts[holder];
    await expect(fetchProgram(cluster.url, SUBSCRIPTIONS_PROGRAM)).rejects.toThrow(/was closed/);
    cluster.stop();
  });
});

describe('a program for the localnet', () => {
  it('is refused where there is none, with the reason', async () => {
    const place = await directory();
    await writeFile(join(place, 'text.so'), 'not a program');
    expect(() => programAt(join(place, 'text.so'))).toThrow(/does not begin as an ELF file does/);
    expect(() => programAt(join(place, 'missing.so'))).toThrow(/cannot be read: ENOENT/);
    expect(readKeptPrograms(join(place, 'nothing'))).toEqual([]);
    const copied = await directory();
    await writeFile(join(copied, `${SUBSCRIPTIONS_PROGRAM}.so`), Buffer.from([0x7f, 0x45, 0x4c, 0x46]));
    expect(() => readKeptPrograms(copied)).toThrow(/was not fetched.*AUTOPAY_LOCALNET_PROGRAMS/);
    const net = await Net.start();
    await expect(fetchProgram(net.localnet.rpcUrl, SUBSCRIPTIONS_PROGRAM)).rejects.toThrow(
      /runs no program at/,
    );
    await net.localnet.stop();
    await expect(
      fetchProgram(`${net.localnet.rpcUrl}/?api-key=secret`, SUBSCRIPTIONS_PROGRAM),
    ).rejects.toThrow(/^(?!.*secret).*did not answer getGenesisHash/);
  });
});

function account(data: Buffer, executable: boolean): object {
  const owner = 'BPFLoaderUpgradeab1e11111111111111111111111';
  return { owner, executable, data: [data.toString('base64'), 'base64'] };
}

/** A node that shows these accounts. */
async function startCluster(accounts: Record<string, object>) {
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { method, params } = body as { method: string; params: [string] };
      const value = accounts[params[0]] ?? null;
      const result = method === 'getGenesisHash' ? 'genesis' : { context: { slot: 7 }, value };
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
