import { registerWallet } from './register-wallet.ts';
import { createTestWallet } from './wallet.ts';

// Browsers have cryptography on https and on this very machine; elsewhere a wallet could not sign.
if (globalThis.isSecureContext) registerWallet(createTestWallet());
