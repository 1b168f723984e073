import { getAddressFromPublicKey } from '@solana/kit';

/** The test wallet's key: the browser signs with it, and hands it to nobody. */
export interface TestKey {
  /** base58 */
  address: string;
  publicKey: Uint8Array;
  keyPair: CryptoKeyPair;
}

const DATABASE = 'autopay-test-wallet';
const STORE = 'keys';
const NAME = 'payer';

let opened: Promise<TestKey> | null = null;

/** This browser's key, made on first use. The same one in every tab, so that the portal finds what was paid in another. */
export function openTestKey(): Promise<TestKey> {
  opened ??= read().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function read(): Promise<TestKey> {
  const database = await openDatabase();
  const stored = await request<CryptoKeyPair | undefined>(
    database.transaction(STORE).objectStore(STORE).get(NAME),
  );
  const keyPair = stored ?? (await keepFirst(database, await makeKeyPair()));
  database.close();
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', keyPair.publicKey));
  return { address: await getAddressFromPublicKey(keyPair.publicKey), publicKey, keyPair };
}

/** Not extractable: no script can read the secret, this one included. */
async function makeKeyPair(): Promise<CryptoKeyPair> {
  return (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair;
}

/** Two tabs may make one at the same time: whichever is written first stays. */
async function keepFirst(database: IDBDatabase, made: CryptoKeyPair): Promise<CryptoKeyPair> {
  const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
  const first = await request<CryptoKeyPair | undefined>(store.get(NAME));
  if (first) return first;
  await request(store.put(made, NAME));
  return made;
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
