import { base58FromBytes } from '@autopay/checkout-js/wallets';

/** The key of one of the test wallet's accounts: the browser signs with it, and hands it to nobody. */
export interface TestKey {
  /** `Account 1`, in the order in which they were made. */
  name: string;
  /** base58 */
  address: string;
  publicKey: Uint8Array;
  keyPair: CryptoKeyPair;
}

const DATABASE = 'autopay-test-wallet';
const STORE = 'keys';
/** Where the first account stands: the only one that older versions of this wallet had. */
const FIRST = 'payer';

/** The accounts of this browser, the first one made on first use. The same in every tab, so that the portal finds what was paid in another. */
export async function listKeys(): Promise<TestKey[]> {
  const stored = await readKeys();
  if (stored.length > 0) return Promise.all(stored.map(describe));
  const made = await makeKeyPair();
  await write((store) => keepFirst(store, made));
  return listKeys();
}

/** One more account. */
export async function addKey(): Promise<TestKey> {
  await listKeys();
  const made = await makeKeyPair();
  await write(async (store) => {
    const count = await request<number>(store.count());
    // Names sort as they were made: nobody needs more than 999,999 accounts.
    await request(store.add(made, `payer-${String(count + 1).padStart(6, '0')}`));
  });
  return (await listKeys()).at(-1)!;
}

/** The account with this address. Throws where it is none of this wallet's. */
export async function findKey(address: string): Promise<TestKey> {
  const found = (await listKeys()).find((key) => key.address === address);
  if (!found) throw new Error('This account is not in this wallet.');
  return found;
}

async function describe(keyPair: CryptoKeyPair, index: number): Promise<TestKey> {
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', keyPair.publicKey));
  return { name: `Account ${index + 1}`, address: base58FromBytes(publicKey), publicKey, keyPair };
}

/** Not extractable: no script can read the secret, this one included. */
async function makeKeyPair(): Promise<CryptoKeyPair> {
  return (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair;
}

/** Two tabs may make one at the same time: whichever is written first stays. */
async function keepFirst(store: IDBObjectStore, made: CryptoKeyPair): Promise<void> {
  if (await request(store.get(FIRST))) return;
  await request(store.put(made, FIRST));
}

/** In the order of their names, which is that in which they were made. */
async function readKeys(): Promise<CryptoKeyPair[]> {
  const database = await openDatabase();
  const found = await request<CryptoKeyPair[]>(database.transaction(STORE).objectStore(STORE).getAll());
  database.close();
  return found;
}

async function write(change: (store: IDBObjectStore) => Promise<void>): Promise<void> {
  const database = await openDatabase();
  await change(database.transaction(STORE, 'readwrite').objectStore(STORE));
  database.close();
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore(STORE));
  return request(opening);
}

function request<T>(asked: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.addEventListener('success', () => resolve(asked.result as T), { once: true });
    asked.addEventListener('error', () => reject(asked.error as DOMException), { once: true });
  });
}
