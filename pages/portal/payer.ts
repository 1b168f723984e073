import type { StandardWallet } from '@autopay/checkout-js/wallets';
import type { WalletCure, WalletMandate } from '@autopay/sdk';
import type { Client } from '@autopay/sdk/core';
import type { PortalSession } from './session.ts';

/** Who is looking, and what they can do with: handed to every screen behind the sign-in. */
export interface Payer {
  /** Calls as this payer, in the chosen mode. */
  client: Client;
  session: PortalSession;
  wallets: readonly StandardWallet[];
  /** All of this payer in this mode, as they were read last. */
  mandates: readonly WalletMandate[];
  /** What they can do before payments fail; empty where that cannot be told. */
  cures: readonly WalletCure[];
  /** Reads the mandates again now. */
  reload: () => Promise<WalletMandate[]>;
  /** Called when the service no longer knows the session. */
  end: () => void;
}
